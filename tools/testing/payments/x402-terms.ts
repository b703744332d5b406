import { decodePaymentRequiredHeader } from "@x402/core/http"
import type { PaymentRequired } from "@x402/core/types"
import { z } from "zod"

const Address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])
const Terms = z.object({ asset: Address, payTo: Address, network: z.string(), amount: z.string() })

/** The terms of this deployment, from its own challenge. */
export async function readTerms(origin: string): Promise<z.output<typeof Terms>> {
  const { accepts } = await readChallenge(`${origin}/api/signal/BTC`)
  return Terms.parse(accepts[0])
}

/** The version 2 challenge of an unpaid GET, by the official decoder. */
export async function readChallenge(url: string): Promise<PaymentRequired> {
  const response = await fetch(url)
  const header = response.headers.get("payment-required")
  if (response.status !== 402 || header === null) throw new Error(`GET ${url} answered ${response.status}, not 402.`)
  return decodePaymentRequiredHeader(header)
}
