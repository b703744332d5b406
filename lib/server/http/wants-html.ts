import Negotiator from "negotiator"
import { credentialsIn } from "@/lib/x402/wire/mpp"

/** Requests with one of these headers buy or fetch an answer, so they never get a page. */
const PAYMENT_HEADERS = ["payment-signature", "x-payment", "sign-in-with-x"]

/** The header with which Next.js's own links fetch a part of a page. */
export const PAGE_PART_HEADER = "rsc"

/**
 * Whether the response should be an HTML page. JSON is preferred when both are accepted equally.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function wantsHtml(headers: Headers): boolean {
  const accept = headers.get("accept")
  if (accept === null || PAYMENT_HEADERS.some((name) => headers.has(name)) || credentialsIn(headers).length > 0)
    return false
  return new Negotiator({ headers: { accept } }).mediaType(["application/json", "text/html"]) === "text/html"
}
