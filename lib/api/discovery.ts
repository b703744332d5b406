import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { formatUsdc } from "@/lib/domain/usdc"
import { DAY_MS } from "@/lib/domain/utc-day"
import { catalogue } from "./catalogue"
import { type Contract, fillPath, isPaid, type PaidContract, underApi } from "./contract"
import { freshnessText } from "./freshness"

export type DiscoveryOptions = {
  readonly origin: string
  readonly mode: "sandbox" | "live"
  readonly network: string
}

const SECURITY_TXT_DAYS = 180

const contracts: readonly Contract[] = catalogue

/**
 * What is sold, as URLs that answer 402 as they stand. There is no standard; this is the shape that indexers read where
 * a host has no OpenAPI document.
 *
 * @see https://www.x402scan.com
 */
export function wellKnownX402({ origin, mode, network }: DiscoveryOptions) {
  return {
    version: 1,
    resources: contracts.filter(isPaid).flatMap((contract) => urlsOf(contract, origin)),
    instructions:
      `USDC on ${network}, x402 versions 1 and 2. Prices, parameters and answers: ${origin}/openapi.json.` +
      (mode === "sandbox" ? " A sandbox: simulated market, play money." : ""),
  }
}

/**
 * The service in one page for a language model.
 *
 * @see https://llmstxt.org
 */
export function llmsTxt({ origin, mode, network }: DiscoveryOptions): string {
  const line = (contract: Contract) =>
    `- [GET ${underApi(contract.path)}](${exampleUrl(contract, origin)}): ${contract.description} ${termsOf(contract)}`
  return `# Signal402

> Crypto-market intelligence by the call, paid in USDC (${network}) over x402. No accounts, no API keys.
${mode === "sandbox" ? "\nThis is the sandbox: a simulated market and play money. Nothing here is about the real market.\n" : ""}
How to buy:

- GET a paid path. The answer is 402; price, token and payee stand in PAYMENT-REQUIRED (x402 v2), in the body (v1) and in X-PAYMENT.
- Sign, and repeat the same GET with PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1). Any x402 client does both.
- Without such a client: transfer the amount in USDC yourself, sign the text of \`transferProof\` in the 402's body, and repeat the GET with the proof in X-PAYMENT as described there.
- 400 names the wrong parameter before any price. Whatever says \`charged: "no"\` cost nothing.
- After 503 with \`charged: "unknown"\` repeat with the same header. Never sign again: the same proof is charged once.
- Agents with MCP: ${origin}/mcp (Streamable HTTP) has all of it but the sealed record as tools, paid by \`_meta["x402/payment"]\`.
- Answer lost: for some minutes the same header fetches it again, free. For some more the wallet that paid signs the text of \`sign-in-with-x\` in the 402's body and sends it as SIGN-IN-WITH-X.
- GET /api/versions is free and says whether an answer has changed since you bought it.
- Direction is close to unpredictable, and the record below says how close. Nothing here is advice.

## Paid

${contracts.filter(isPaid).map(line).join("\n")}

## Free

${contracts
  .filter((contract) => !isPaid(contract))
  .map(line)
  .join("\n")}

## Documents

- [OpenAPI 3.1](${origin}/openapi.json): every parameter and answer, with prices
- [Documentation](${origin}/docs): how a call is paid, every endpoint
- [Errors](${origin}/docs/errors): every problem type, and what to do
- [Methodology](${origin}/methodology): how a call is made, and what is weak about it
- [Changelog](${origin}/changelog): what each version of a method changed
- [Track record](${origin}/track-record): sealed calls, losses included
`
}

/** Where to report a hole; `null` when the operator has given no address. Its date is always half a year ahead. RFC 9116. */
export function securityTxt(origin: string, contact: string | null, nowMs: number): string | null {
  const address = contact === null ? null : contactUri(contact)
  if (address === null) return null
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  return [
    `Contact: ${address}`,
    `Expires: ${new Date(today + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n")
}

/** RFC 9116 asks for https where it is a page. */
function contactUri(contact: string): string | null {
  if (z.email().safeParse(contact).success) return `mailto:${contact}`
  return z.url({ protocol: /^https$/ }).safeParse(contact).success ? contact : null
}

/** One for each coin where the path names one. */
function urlsOf(contract: PaidContract, origin: string): readonly string[] {
  const url = `${origin}${underApi(contract.path)}`
  return url.includes("{coin}") ? COINS.map((coin) => url.replace("{coin}", coin)) : [url]
}

/** With the query that it cannot be asked without. */
function exampleUrl({ path, queryParams, exampleParams }: Contract, origin: string): string {
  const needed = Object.entries(queryParams.shape).filter(([, field]) => !field.safeParse(undefined).success)
  const query = new URLSearchParams(needed.map(([name]) => [name, exampleParams[name] ?? name])).toString()
  return `${origin}${underApi(fillPath(path, exampleParams))}${query === "" ? "" : `?${query}`}`
}

/** The price, and how old what is bought may be, as sentences. */
export function termsOf({ price, freshness }: Contract): string {
  if (price === null) return "Free."
  return [`Costs ${formatUsdc(price)} USDC.`, ...(freshness ? [freshnessText(freshness)] : [])].join(" ")
}
