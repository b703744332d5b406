import { readBounded } from "@/lib/domain/read-bounded"
import { SourceMalformedError } from "./errors"

/**
 * Reads a body as UTF-8 text without its byte order mark.
 *
 * @throws {SourceMalformedError} once more than `maxBytes` have arrived; the rest is not read.
 */
export async function readBody(response: Response, host: string, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, host, maxBytes))
}

/**
 * Reads a body as bytes.
 *
 * @throws {SourceMalformedError} once more than `maxBytes` have arrived; the rest is not read.
 */
export async function readBytes(response: Response, host: string, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readBounded(response.body, maxBytes)
  if (bytes === null) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent more than ${maxBytes} bytes.` })
  }
  return bytes
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

/** The first 200 characters of a text that is not data, on one line. */
export function textMessage(host: string, text: string): string {
  return `${host} answered in words: "${text.slice(0, 200).replaceAll(/\s+/g, " ").trim()}".`
}
