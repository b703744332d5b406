import { type ResponseOf, underApi } from "@/lib/api/contract"
import { INTERFACE_VERSION, catalogue } from "@/lib/api/catalogue"
import type { serviceInfoContract } from "@/lib/api/service-info"
import { formatUsdc } from "@/lib/domain/usdc"
import { config } from "./config"

/** What `GET /api` answers: the catalogue, for people and programs that start here. */
export function serviceInfo(): ResponseOf<typeof serviceInfoContract> {
  const { mode, origin, chain } = config()
  return {
    service: "Signal402",
    description:
      "Crypto-market intelligence by the call: no accounts, no keys, a signed USDC transfer is the login." +
      (mode === "sandbox" ? " This is the sandbox: a simulated market and play money." : ""),
    endpoints: Object.fromEntries(
      catalogue.map(({ path, description, price }) => [
        `GET ${underApi(path)}`,
        { description, price_usdc: price === null ? "0" : formatUsdc(price) },
      ]),
    ),
    payment:
      `x402 (versions 1 and 2): USDC on ${chain.network}, scheme exact (EIP-3009); ` +
      "or a plain transfer with its proof",
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
