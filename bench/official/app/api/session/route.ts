import { answer, NETWORK, paymentServer, price, setting } from "../../../lib/payments"
import { withX402 } from "@x402/next"
import { type NextRequest, NextResponse } from "next/server"

export const dynamic = "force-dynamic"

let sell: ((request: NextRequest) => Promise<NextResponse>) | undefined

/** The same answer for the same price, paid from a session. */
export function GET(request: NextRequest) {
  sell ??= withX402(
    async () => NextResponse.json(answer),
    {
      accepts: {
        scheme: "batch-settlement",
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
