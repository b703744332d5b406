import { withX402 } from "@x402/next"
import { type NextRequest, NextResponse } from "next/server"
import { answer, NETWORK, paymentServer, price, setting } from "../../../lib/payments"

export const dynamic = "force-dynamic"

let sell: ((request: NextRequest) => Promise<NextResponse>) | undefined

/** Built at the first request: at build time there is no chain yet. */
export function GET(request: NextRequest) {
  sell ??= withX402(
    async () => NextResponse.json(answer),
    {
      accepts: {
        scheme: "exact",
        network: NETWORK,
        payTo: setting("PAY_TO"),
        price: price(),
        maxTimeoutSeconds: 300,
      },
      description: "As long an answer as a signal has",
    },
    paymentServer(),
  )
  return sell(request)
}
