import { withX402 } from "@x402/next"
import { type NextRequest, NextResponse } from "next/server"
import { NETWORK, paymentServer, setting } from "./payments"

/** As many bytes as a signal has, computed by nobody. */
const answer = { coin: "BTC", filler: "x".repeat(2_500) }

/** A route that sells the answer. It is built at the first request: at build time there is no chain yet. */
export function paidRoute(scheme: "exact" | "batch-settlement") {
  let handler: ((request: NextRequest) => Promise<NextResponse>) | undefined
  return (request: NextRequest) => {
    handler ??= withX402(
      async () => NextResponse.json(answer),
      {
        accepts: {
          scheme,
          network: NETWORK,
          payTo: setting("PAY_TO"),
          price: { amount: "50000", asset: setting("USDC_ADDRESS"), extra: { name: "USD Coin", version: "2" } },
          maxTimeoutSeconds: 300,
        },
        description: "As long an answer as a signal has",
      },
      paymentServer(),
    )
    return handler(request)
  }
}
