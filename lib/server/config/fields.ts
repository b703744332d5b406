import { isIP } from "node:net"
import { checksumAddress, isAddress } from "viem"
import { z } from "zod"

const PRIVATE_KEY = "must be a private key: 0x and 64 hexadecimal digits"
const ADDRESS = "must be an address: 0x and 40 hexadecimal digits"

/** Order of secp256k1: a key is between 1 and one less. @see https://www.secg.org/sec2-v2.pdf */
const CURVE_ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/** The EIP-55 checksum is verified when the address has upper and lower case. The result always has the checksum. */
export const Address = z
  .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)], ADDRESS)
  .refine(hasValidChecksum, "is misspelt: its capitals do not fit its digits (EIP-55)")
  .overwrite((address) => checksumAddress(address))

/** An address that receives money. Money sent to the zero address is lost. */
export const Payee = Address.refine((address) => BigInt(address) !== 0n, "must not be the zero address")

export const PrivateKey = z
  .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)], PRIVATE_KEY)
  .refine((key) => isOnCurve(BigInt(key)), "is not a private key: it is zero, or too large for secp256k1")

/** The URL of a node or facilitator. */
export const HttpUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL that begins with https:// or http://" })
  // A list of two URLs parses as one URL, with the second in its path.
  .refine((url) => !/[\s,;]+https?:\/\//i.test(url), "must be one URL, not several")

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"])

/** True for a URL on this machine. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_HOSTS.has(new URL(url).hostname)
}

/** One URL or several with commas between them. */
export const HttpUrls = z.string().transform((text, context): readonly string[] => {
  const urls = text.split(",").map((url) => url.trim())
  for (const [index, url] of urls.entries()) {
    const message = HttpUrl.safeParse(url).error?.issues[0]?.message
    if (message !== undefined) context.addIssue(urls.length === 1 ? message : `number ${index + 1} ${message}`)
  }
  if (new Set(urls).size < urls.length) context.addIssue("names a node twice")
  return urls
})

/** The contact of the operator. It is sent to providers in a header, so it has only characters that headers allow. */
export const Contact = z
  .union([z.email(), z.url({ protocol: /^https$/ })], "must be an e-mail address or an https:// URL")
  .refine((contact) => /^[\x21-\x7e]+$/.test(contact), "must be in ASCII letters")

/** An operator's API key. Most are sent in a header, so it has only characters that headers allow. */
export const ApiKey = z.string().regex(/^[\x21-\x7e]{8,512}$/, "must be 8 ASCII characters or more, without spaces")

/** The name of an HTTP header, in lower case as Node gives it (RFC 9110, section 5.6.2). */
export const HeaderName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, "must be the name of a header, for example X-Real-IP")
  .toLowerCase()

export const IpAddress = z
  .string()
  .refine((address) => isIP(address) !== 0, "must be an IP address, such as 127.0.0.1 or 0.0.0.0")

export const OnOff = z.stringbool({ error: "must be on or off" })

export const Port = wholeNumber(1, 65_535, "a port: a number")

export function wholeNumber(min: number, max: number, what = "a whole number") {
  const words = `must be ${what} from ${min} to ${max}`
  return z.coerce.number(words).int(words).min(min, words).max(max, words)
}

/** One of a few words. */
export function oneOf<const T extends readonly string[]>(...words: T) {
  return z.enum(words, `must be ${words.join(" or ")}`)
}

function hasValidChecksum(address: string): boolean {
  const digits = address.slice(2)
  return digits === digits.toUpperCase() || isAddress(address)
}

function isOnCurve(key: bigint): boolean {
  return key > 0n && key < CURVE_ORDER
}

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value)

/** Makes `KEY=` in an env file mean the same as no line at all. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(blankIsAbsent, schema.optional())
}

export function withDefault<T extends z.ZodType>(schema: T, value: string) {
  return z.preprocess((given) => blankIsAbsent(given) ?? value, schema)
}
