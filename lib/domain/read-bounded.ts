/**
 * Reads a body to its end.
 *
 * @returns `null` once more than `maxBytes` have arrived: the rest is left unread, and a web stream is cancelled.
 * @throws what the body throws when it is cut off.
 */
export async function readBounded(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The text of a request's body; `null` when it is larger than allowed, by its header or by its bytes. */
export async function readRequestText(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get("content-length")) > maxBytes) return null
  const bytes = await readBounded(request.body, maxBytes)
  return bytes?.toString("utf8") ?? null
}
