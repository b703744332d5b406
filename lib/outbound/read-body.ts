import { SourceMalformedError } from "./errors"

/**
 * Reads a body as UTF-8 text without its byte order mark.
 *
 * @throws {SourceMalformedError} once more than `maxBytes` have arrived; the rest is not read.
 */
export async function readBody(response: Response, host: string, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const part of partsOf(response, host, maxBytes)) text += decoder.decode(part, { stream: true })
  return (text + decoder.decode()).replace(/^\uFEFF/, "")
}

/**
 * Reads a body as it is.
 *
 * @throws {SourceMalformedError} once more than `maxBytes` have arrived; the rest is not read.
 */
export async function readBytes(response: Response, host: string, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of partsOf(response, host, maxBytes)) parts.push(part)
  return Buffer.concat(parts)
}

async function* partsOf(response: Response, host: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  const reader = response.body.getReader()
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      void reader.cancel().catch(() => undefined)
      throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent more than ${maxBytes} bytes.` })
    }
    yield part.value
  }
}

/**
 * Parses a JSON object or array. Providers also answer failures as text or HTML with status 200.
 *
 * @throws {SourceMalformedError}
 */
export function parseJsonBody(text: string, host: string): unknown {
  const body = text.trimStart()
  if (!body.startsWith("{") && !body.startsWith("[")) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: textMessage(host, text) })
  }
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent broken JSON.`, cause })
  }
}

/** The first 200 characters of what was said instead of data, on one line. */
export function textMessage(host: string, text: string): string {
  return `${host} answered in words: "${text.slice(0, 200).replaceAll(/\s+/g, " ").trim()}".`
}
