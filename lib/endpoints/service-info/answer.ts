import { sandboxSummary, type Deployment } from "@/lib/api/deployment"
import { type ResponseOf, underApi } from "@/lib/api/contract"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { formatUsdc } from "@/lib/domain/usdc"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { serviceInfoContract } from "./contract"

export type DeploymentFacts = Deployment & {
  readonly origin: string
  /** CAIP-2, as in `eip155:8453`. */
  readonly network: string
  /** Whether payments are taken now. */
  readonly payments: ResponseOf<typeof serviceInfoContract>["payments"]
  /** Endpoints that cannot be delivered now, with the reason. */
  readonly notSold: ReadonlyMap<string, string>
}

/** Every endpoint with its price, and links to the documents. */
export function getServiceInfo({
  mode,
  market,
  origin,
  network,
  payments,
  notSold,
}: DeploymentFacts): ResponseOf<typeof serviceInfoContract> {
  const summary = sandboxSummary({ mode, market })
  return {
    service: "Signal402",
    description:
      "Crypto-market intelligence, paid per call in USDC. No accounts and no API keys." +
      (summary === null ? "" : ` This is the sandbox: ${summary}.`),
    endpoints: Object.fromEntries(
      catalogue.map(({ id, path, description, price }) => [
        `GET ${underApi(path)}`,
        {
          description,
          price_usdc: price === null ? "0" : formatUsdc(price),
          ...(notSold.has(id) && { not_sold: notSold.get(id) }),
        },
      ]),
    ),
    payment: `x402 (versions 1 and 2): USDC on ${network}, scheme exact (EIP-3009); or a plain transfer with its proof`,
    payments,
    version: INTERFACE_VERSION,
    docs: {
      guide: `${origin}/docs`,
      errors: `${origin}/docs/errors`,
      openapi: `${origin}/api/openapi.json`,
      llms: `${origin}/llms.txt`,
      mcp: `${origin}/mcp`,
      dashboard: `${origin}/`,
    },
    mode,
  }
}
