import { type ResponseOf, underApi } from "@/lib/api/contract"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { serviceInfoContract } from "@/lib/endpoints/service-info/contract"
import { sandboxSummary } from "@/lib/api/deployment"
import { formatUsdc } from "@/lib/domain/usdc"
import { config } from "./config"
import { paymentsState } from "./sales-gate"

/** The answer of `GET /api`: every endpoint with its price, and links to the documents. */
export function serviceInfo(): ResponseOf<typeof serviceInfoContract> {
  const { mode, market, origin, chain } = config()
  const summary = sandboxSummary({ mode, market })
  return {
    service: "Signal402",
    description:
      "Crypto-market intelligence, paid per call in USDC. No accounts and no API keys." +
      (summary === null ? "" : ` This is the sandbox: ${summary}.`),
    endpoints: Object.fromEntries(
      catalogue.map(({ path, description, price }) => [
        `GET ${underApi(path)}`,
        { description, price_usdc: price === null ? "0" : formatUsdc(price) },
      ]),
    ),
    payment:
      `x402 (versions 1 and 2): USDC on ${chain.network}, scheme exact (EIP-3009); ` +
      "or a plain transfer with its proof",
    payments: paymentsState(),
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
