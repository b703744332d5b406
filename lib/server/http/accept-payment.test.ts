import { decodePaymentRequiredHeader } from "@x402/core/http"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { NO_GAS } from "@/tools/testing/payments/fakes"
import { quoteContract, terms } from "@/tools/testing/payments/fixtures"
import { paidRoute } from "./paid-route"

const sessions = { receiverAuthorizer: terms.payTo, withdrawDelayS: 86_400, minDeposit: usdc(100_000n) }

async function schemesFor(accept: string | null): Promise<readonly string[]> {
  const options = () => ({
    origin: terms.origin,
    newRequestId: () => "request",
    log: () => undefined,
    now: () => 0,
    terms: { ...terms, sessions: { ...terms.sessions, ...sessions } },
    clock: () => 1_790_000_000_000,
    artifacts: null,
    newNonce: () => "a1b2c3d4e5f67890a1b2c3d4e5f67890",
    answerDeadlineMs: 1_000,
    pauseOf: () => null,
    entityTagOf: () => Promise.resolve(null),
    previewOf: () => null,
  })
  const route = paidRoute(
    quoteContract,
    () => Promise.reject(NO_GAS),
    options,
    () => Promise.reject(new Error("no gate")),
  )
  const headers: Record<string, string> = accept === null ? {} : { "Accept-Payment": accept }
  const request = new Request(`${terms.origin}/api/quote/BTC`, { headers })
  const response = await route.GET(request, { params: Promise.resolve({ coin: "BTC" }) })
  const { accepts } = decodePaymentRequiredHeader(response.headers.get("PAYMENT-REQUIRED") ?? "")
  return accepts.map(({ scheme }) => scheme)
}

test.each([
  [null, ["exact", "batch-settlement"]],
  ["exact, batch-settlement", ["exact", "batch-settlement"]],
  ["evm/charge", ["exact", "batch-settlement"]],
  ["exact", ["exact"]],
  [" Exact ,upto", ["exact"]],
] as const)("a client that accepts %s is offered %j", async (accept, schemes) => {
  expect(await schemesFor(accept)).toEqual(schemes)
})
