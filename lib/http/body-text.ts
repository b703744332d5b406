const texts = new WeakMap<Response, string>()

/** A response for which `bodyText` returns the body without reading a stream. */
export function textBodyResponse(text: string, init?: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The body of a response as text. Reading the stream that `Response` makes of a string costs more than the rest of the answer. */
export async function bodyText(response: Response): Promise<string> {
  return texts.get(response) ?? response.text()
}
