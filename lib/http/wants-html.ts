import Negotiator from "negotiator"

/** Who presents one of these buys, or comes back for what was bought: a page would be neither. */
const BUYS = ["payment-signature", "x-payment", "sign-in-with-x"]

/**
 * Whether an answer is to be a page. JSON is what is meant where both are as welcome.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function wantsHtml(headers: Headers): boolean {
  const accept = headers.get("accept")
  if (accept === null || BUYS.some((name) => headers.has(name))) return false
  return new Negotiator({ headers: { accept } }).mediaType(["application/json", "text/html"]) === "text/html"
}
