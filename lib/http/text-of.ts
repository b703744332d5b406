const texts = new WeakMap<Response, string>()

/** A response whose text `textOf` knows. */
export function responseOf(text: string, init?: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The text of a response that is read once. The stream that `Response` makes of a string costs more than all the rest of it. */
export async function textOf(response: Response): Promise<string> {
  return texts.get(response) ?? response.text()
}
