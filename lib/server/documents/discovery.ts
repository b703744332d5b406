import { type Deployment, sandboxSummary } from "@/lib/api/deployment"
import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { formatUsdc } from "@/lib/domain/usdc"
import { DAY_MS } from "@/lib/domain/utc-day"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, fillPath, fullDescription, isPaid, type PaidContract, underApi } from "@/lib/api/contract"
import { freshnessText } from "@/lib/api/freshness"

export type DiscoveryOptions = Deployment & {
  readonly origin: string
  readonly network: string
  /** The payee's signature of the origin; `null`: ownership is not proven. */
  readonly ownershipProof: `0x${string}` | null
  /** Whether payments by MPP are taken. */
  readonly takesMpp?: boolean
  /** Endpoints that cannot be delivered now, with the reason. */
  readonly notSold?: ReadonlyMap<string, string>
}

const SECURITY_TXT_DAYS = 180

const contracts: readonly Contract[] = catalogue

/**
 * URLs of the paid resources, with required parameters. Each answers 402 to a plain GET. There is no standard; indexers read this shape where a host
 * has no OpenAPI document.
 *
 * @see https://www.x402scan.com
 */
export function wellKnownX402({
  origin,
  network,
  ownershipProof,
  notSold = new Map(),
  ...deployment
}: DiscoveryOptions) {
  const summary = sandboxSummary(deployment)
  return {
    version: 1,
    resources: contracts
      .filter(isPaid)
      .filter(({ id }) => !notSold.has(id))
      .flatMap((contract) => urlsOf(contract, origin)),
    ...(notSold.size > 0 && { notSold: Object.fromEntries(notSold) }),
    ...(ownershipProof !== null && { ownershipProofs: [ownershipProof] }),
    instructions:
      `USDC on ${network}, x402 versions 1 and 2. Prices, parameters and answers: ${origin}/openapi.json.` +
      (summary === null ? "" : ` A sandbox: ${summary}.`),
  }
}

/**
 * The service in one page for a language model.
 *
 * @see https://llmstxt.org
 */
export function llmsTxt({
  origin,
  network,
  takesMpp = false,
  notSold = new Map(),
  ...deployment
}: DiscoveryOptions): string {
  const summary = sandboxSummary(deployment)
  const line = (contract: Contract) => {
    const why = notSold.get(contract.id)
    const terms = why === undefined ? termsOf(contract) : `Not sold now: ${why}.`
    return `- [GET ${underApi(contract.path)}](${exampleUrl(contract, origin)}): ${fullDescription(contract)} ${terms}`
  }
  return `# Signal402

> Crypto-market intelligence, paid per call in USDC (${network}) over x402. No accounts, no API keys.
${summary === null ? "" : `\nThis is the sandbox: ${summary}.${deployment.market === "live" ? "" : " Nothing here is about the real market."}\n`}
How to buy:

- GET a paid path. The answer is 402; price, token and payee are in PAYMENT-REQUIRED (x402 v2), in the body (v1) and in X-PAYMENT.
- Sign, and repeat the same GET with PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1). Any x402 client does both.
${takesMpp ? "- Or with an MPP client: answer the challenge of WWW-Authenticate (scheme Payment, method evm, intent charge) in Authorization.\n" : ""}- Without such a client: transfer the amount in USDC yourself, sign the text of \`transferProof\` in the 402's body, and repeat the GET with the proof in X-PAYMENT as described there.
- 400 names the invalid parameter before any price. A response with \`charged: "no"\` cost nothing.
- After 503 with \`charged: "unknown"\` repeat with the same header. Do not sign again: the same proof is charged once.
- Agents with MCP: ${origin}/mcp (Streamable HTTP) offers every endpoint except the sealed record and the stream as a tool, paid with \`_meta["x402/payment"]\`.
- Answer lost: for some minutes the same header fetches it again, free. After that the paying wallet can sign the text of \`sign-in-with-x\` in the 402's body and send it as SIGN-IN-WITH-X.
- GET /api/versions is free and shows whether an answer has changed since the last purchase.
- GET /api/stream is free and sends the same as server-sent events.
- Price direction is close to unpredictable; the track record below measures it. Nothing here is advice.

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
- [Errors](${origin}/docs/errors): every problem type, and how to react
- [Methodology](${origin}/methodology): how a call is computed, and its weaknesses
- [Changelog](${origin}/changelog): changes of each method version
- [Track record](${origin}/track-record): sealed calls, losses included
`
}

/**
 * The MCP server of this deployment, for clients that know the host alone.
 *
 * @see https://modelcontextprotocol.io/seps/2127-mcp-server-cards
 */
export function mcpServerCard({ origin, ...deployment }: DiscoveryOptions) {
  const summary = sandboxSummary(deployment)
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${new URL(origin).hostname.split(".").toReversed().join(".")}/signal402`,
    version: INTERFACE_VERSION,
    title: "Signal402",
    description:
      "Crypto-market intelligence as tools, paid per call in USDC over x402." +
      (summary === null ? "" : ` A sandbox: ${summary}.`),
    websiteUrl: origin,
    remotes: [{ type: "streamable-http", url: `${origin}/mcp` }],
  }
}

/** Contact for security reports (RFC 9116), valid for half a year; `null` without CONTACT. */
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

/** RFC 9116 requires https for a contact page. */
function contactUri(contact: string): string | null {
  if (z.email().safeParse(contact).success) return `mailto:${contact}`
  return z.url({ protocol: /^https$/ }).safeParse(contact).success ? contact : null
}

/** One URL for each coin where the path has a coin. */
function urlsOf(contract: PaidContract, origin: string): readonly string[] {
  if (!contract.path.includes("{coin}")) return [exampleUrl(contract, origin)]
  return COINS.map((coin) => exampleUrl({ ...contract, exampleParams: { ...contract.exampleParams, coin } }, origin))
}

/** The example URL with its required query parameters. */
export function exampleUrl({ path, queryParams, exampleParams }: Contract, origin: string): string {
  const needed = Object.entries(queryParams.shape).filter(([, field]) => !field.safeParse(undefined).success)
  const query = new URLSearchParams(needed.map(([name]) => [name, exampleParams[name] ?? name])).toString()
  return `${origin}${underApi(fillPath(path, exampleParams))}${query === "" ? "" : `?${query}`}`
}

/** The price and the maximum ages of the inputs, as sentences. */
export function termsOf(contract: Contract): string {
  const { price, freshness } = contract
  return [priceText(contract), ...(price !== null && freshness ? [freshnessText(freshness)] : [])].join(" ")
}

export function priceText({ price, priceRange }: Contract): string {
  if (price === null) return "Free."
  return `Costs ${priceRange ? `$${formatUsdc(priceRange.min)} to $${formatUsdc(priceRange.max)}` : `$${formatUsdc(price)}`}.`
}
