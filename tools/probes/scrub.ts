import { isIPv6 } from "node:net"

/**
 * What a recording of a provider's answer keeps, so that it can be sent to others. Kept are the host, the path, the parameters and
 * headers named here, the status and the body. Removed from the body are the operator's own secrets and names, internet and e-mail
 * addresses, authors of articles, and the values of fields that name a request, session, account or person. Of a refusal
 * also every word that may be an identifier, because pages of bot checks name the caller. Addresses of public chains stay: they are
 * the data.
 */
export type Scrub = {
  text(text: string, isRefusal: boolean): string
  json(value: unknown, isRefusal: boolean): unknown
}

/** Parameters that name what was asked for. Others may hold a key. */
const KEPT_PARAMETERS = new Set(
  "address bar ccy category chainID coin contract_addresses currency granularity id instId interval kind limit mode page pair period release_id series_id slug symbol symbols type".split(
    " ",
  ),
)

/** Headers that explain a refusal. Others may name the caller, the session or the request. */
const KEPT_HEADERS = ["content-type", "retry-after"] as const

const REMOVED = "[removed]"
/** Shorter texts occur by chance. */
const MIN_SECRET_CHARS = 4
/** Also as a host name has it: `ec2-203-0-113-9`. */
const IPV4 = /(?<!\d)\d{1,3}([.-])\d{1,3}\1\d{1,3}\1\d{1,3}(?!\d|[.-]\d)/g
const MAYBE_IPV6 = /(?<![\w:.])[\da-f]*:[\da-f:]*:[\da-f:.]*(?![\w:])/gi
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const AUTHOR = /<(author|dc:creator|managingEditor|webMaster)>[^]*?<\/\1>/g
const NAMED_ID =
  /\b((?:ray|request|reference|incident|trace|session|support|correlation|error)(?: id| number| #)?\s*[#:=]?\s*(?:<[^>]*>\s*)*#?)[\w.-]*\d[\w.-]*/gi
const MAYBE_ID = /(?<![\w.-])(?=[\w.-]*[a-z])(?=[\w.-]*\d[\w.-]*\d)[\w.-]{6,}/gi
const QUERY = /\?[\w.~%-]+=[^\s"'<>]*/g
const PERSONAL_FIELD =
  /(?:^|_)(?:ip|ip_addr(?:ess)?|remote_addr|(?:request|trace|correlation|ray|session|account|user|client|customer|device|visitor|incident|reference)_?(?:id|uid|uuid|no|number|name)|tid|uuid|session|(?:csrf|xsrf|auth)(?:_token)?|(?:full|first|last|user)_?name|login|e_?mail|phone|cookies?|authors?|byline|authorization|api_?key|access_key|secret|password|signature|(?:access|refresh|bearer|id)_token)$/

/** @param secrets keys, contact, host and user name of the operator, removed wherever a provider repeats them */
export function createScrub(secrets: readonly string[]): Scrub {
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARS)
  const written = [long, long.map(encodeURIComponent), long.map((secret) => JSON.stringify(secret).slice(1, -1))]
  const own = [...new Set(written.flat())].toSorted((a, b) => b.length - a.length)
  const ownWords = new RegExp(own.map((word) => word.replaceAll(/[^\w]/g, "\\$&")).join("|") || "(?!)", "gi")

  function text(given: string, isRefusal: boolean): string {
    const named = given
      .replace(ownWords, REMOVED)
      .replace(AUTHOR, (_, tag: string) => `<${tag}>${REMOVED}</${tag}>`)
      .replace(EMAIL, REMOVED)
      .replace(IPV4, REMOVED)
      .replace(MAYBE_IPV6, (word) => (isIPv6(word.replace(/\.+$/, "")) ? REMOVED : word))
    if (!isRefusal) return named
    return named.replace(QUERY, `?${REMOVED}`).replace(NAMED_ID, `$1${REMOVED}`).replace(MAYBE_ID, REMOVED)
  }

  function json(value: unknown, isRefusal: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => json(each, isRefusal))
    if (typeof value === "string") return text(value, isRefusal)
    if (typeof value !== "object" || value === null) return value
    const entries = Object.entries(value).map(([key, each]) => [
      text(key, false),
      isPersonal(key) && each !== null ? REMOVED : json(each, isRefusal),
    ])
    return Object.fromEntries(entries)
  }

  return { text, json }
}

function isPersonal(key: string): boolean {
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z\d]+/g, "_")
  return PERSONAL_FIELD.test(words.toLowerCase())
}

/** The parameters of a request, from its address or its body, that a recording keeps, in the order of their names. */
export function keptParameters(
  parameters: Iterable<readonly [name: string, value: unknown]>,
): Readonly<Record<string, string>> {
  const kept = [...parameters].filter(([name, value]) => KEPT_PARAMETERS.has(name) && typeof value === "string")
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))) as Readonly<Record<string, string>>
}

export function keptHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])),
  )
}
