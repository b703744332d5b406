/* The few fields of the service's messages that this package reads. A schema library would be the largest part of a bundle. */

/** An object of JSON with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** `undefined`: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object at a field. @throws {TypeError} that names the field */
export function fieldsAt(value: Fields, name: string): Fields {
  const field = value[name]
  if (!isFields(field)) throw new TypeError(`${name}: an object is expected`)
  return field
}

/** The text at a field. @throws {TypeError} that names the field */
export function textAt(value: Fields, name: string, form = /^/): string {
  const field = value[name]
  if (typeof field !== "string" || !form.test(field))
    throw new TypeError(`${name}: a text is expected, got ${String(field)}`)
  return field
}

/** The whole number at a field, 0 or more. @throws {TypeError} that names the field */
export function countAt(value: Fields, name: string): number {
  const field = value[name]
  if (typeof field !== "number" || !Number.isSafeInteger(field) || field < 0) {
    throw new TypeError(`${name}: a whole number is expected, got ${String(field)}`)
  }
  return field
}

/** An object of JSON in base64, as x402 headers have it. @throws {TypeError} */
export function decodeHeader(header: string): Fields {
  const value = parseJson(new TextDecoder().decode(bytesOf(header)))
  if (!isFields(value)) throw new TypeError("base64 of a JSON object is expected")
  return value
}

/** Base64 of JSON. */
export function encodeHeader(value: unknown): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new TypeError("base64 is expected")
  }
}
