import { expect, onTestFinished, test } from "vitest"
import { paymentId } from "@/lib/x402/ledger/payment"
import { openGate, send, settled } from "@/tools/testing/payments/fakes"
import { authorize, btc, newPayer, NOW_MS, PRICE, present, terms } from "@/tools/testing/payments/fixtures"
import { countPayments, createMetrics } from "./metrics"

const PAYERS = 12

test("after repeated, late and forged payments the metrics' sum equals the ledger's", async () => {
  const { gate, ledger, fakes, close } = await openGate()
  onTestFinished(close)
  const { payments, paymentsUsdc } = createMetrics()
  const counted = countPayments(gate, { payments, paymentsUsdc })
  const proofs = await Promise.all(Array.from({ length: PAYERS }, () => authorize(newPayer())))
  const forged = proofs.slice(0, 3).map((proof) => ({ ...proof, signature: `0x${"11".repeat(65)}` as const }))
  const late = new Map<string, `0x${string}`>()
  let asked = 0
  fakes.settle = async (id) => {
    asked += 1
    if (asked > PAYERS / 2) return settled(ledger, id, NOW_MS)
    const transaction = await send(ledger, id, NOW_MS)
    late.set(id, transaction)
    return { kind: "pending", transaction }
  }
  const pay = (proof: (typeof proofs)[number]) =>
    counted.pay(present(proof), btc, () => Promise.resolve({ body: "{}", etag: null }))
  await Promise.all([...forged, ...proofs, ...proofs].map(pay))
  for (const [id, hash] of late) await ledger.markSettled([id], { hash, blockNumber: 1n, gasUsed: 1n }, NOW_MS)
  await Promise.all([...proofs, ...forged, ...proofs].map(pay))

  const rows = await Promise.all(proofs.map((authorization) => ledger.find(paymentId({ ...terms, authorization }))))
  const sold = rows.filter((row) => row?.state === "settled").length
  const { values } = await paymentsUsdc.get()
  expect([sold, late.size]).toEqual([PAYERS, PAYERS / 2])
  expect(Math.round(values.reduce((sum, { value }) => sum + value, 0) * 1e6)).toBe(sold * Number(PRICE))
})
