import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import type { GateOutcome } from "@/lib/x402/gate/payment-attempt"
import type { PaymentGate } from "@/lib/x402/payment-service"
import { countPayments, createMetrics, operationOf } from "./metrics"
import { serveMetrics } from "./serve-metrics"

test.each([
  ["/api/signal/BTC", "signal"],
  ["/api", "service_info"],
  ["/api/health", "health"],
  ["/api/ready", "probe"],
  ["/mcp", "mcp"],
  ["/api/signal/BTC/../../etc/passwd", "other"],
  ["/wp-login.php", "other"],
])("operationOf(%s) is %s", (path, operation) => {
  expect(operationOf(path)).toBe(operation)
})

const PAYER = "0x00000000000000000000000000000000000000aa"

test("a payment that is pending first counts as one sale", async () => {
  const { payments, paymentsUsdc } = createMetrics()
  const outcomes: GateOutcome[] = []
  const answer: PaymentGate["pay"] & PaymentGate["redeem"] = () =>
    Promise.resolve(outcomes.shift() ?? Promise.reject(new Error("No outcome is left.")))
  const gate = countPayments({ pay: answer, redeem: answer }, { payments, paymentsUsdc })
  const delivered = (redelivered: boolean): GateOutcome => ({
    kind: "delivered",
    answer: { body: "{}", etag: null },
    transaction: "0x01",
    payer: PAYER,
    amount: usdc(50_000n),
    soldAtMs: 0,
    redelivered,
  })
  const pay = (nonce: string, outcome: GateOutcome) => {
    outcomes.push(outcome)
    const presented = { authorization: { from: PAYER, nonce } } as unknown as Parameters<typeof gate.pay>[0]
    const offer = { contract: { id: "signal" } } as unknown as Parameters<typeof gate.pay>[1]
    return gate.pay(presented, offer, () => Promise.reject(new Error("not computed")))
  }
  await pay("a", delivered(false))
  await pay("a", delivered(true))
  await pay("b", { kind: "pending", transaction: null, payer: PAYER, cause: null })
  await pay("b", delivered(true))
  await pay("b", delivered(true))
  await pay("c", { kind: "refused", reason: "invalid_exact_evm_signature", payer: PAYER })
  await pay("d", { kind: "failed", cause: new TypeError("broken") })
  expect((await paymentsUsdc.get()).values).toMatchObject([{ labels: { operation: "signal" }, value: 0.1 }])
  const counts = (await payments.get()).values.map(({ labels, value }) => [labels.outcome, labels.reason, value])
  expect(counts).toEqual([
    ["delivered", "", 2],
    ["redelivered", "", 2],
    ["pending", "", 1],
    ["refused", "invalid_exact_evm_signature", 1],
    ["failed", "TypeError", 1],
  ])
})

test("metrics are served on loopback, also when a gauge cannot be read", async () => {
  const errors: unknown[] = []
  const { registry, replaced } = createMetrics()
  replaced.inc()
  const collect = () => Promise.reject(new Error("down"))
  const server = serveMetrics({ registry, port: 0, collect, onError: (error) => void errors.push(error) })
  onTestFinished(() => void server.close())
  await once(server, "listening")
  const { port, address } = server.address() as AddressInfo
  expect(address).toBe("127.0.0.1")
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.headers.get("content-type")).toContain("text/plain")
  const text = await response.text()
  expect(text).toContain("signal402_settlement_replaced_total 1")
  expect(text).toContain("nodejs_eventloop_lag_seconds")
  expect(errors).toEqual([new Error("down")])
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})
