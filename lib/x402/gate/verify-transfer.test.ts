import { expect, test } from "vitest"
import { createAwaitTransfer } from "./verify-transfer"
import type { VerificationResult } from "./payment-attempt"

const PENDING: VerificationResult = { kind: "pending", transaction: "0x1" }
const PAID: VerificationResult = { kind: "alreadyPaid", transfer: { transaction: "0x1", blockNumber: 7n } }

/** A node that shows the transfer after `shownAfterMs`. */
function openNode(shownAfterMs: number) {
  const node = { nowMs: 0, reads: 0 }
  const awaitTransfer = createAwaitTransfer({ sleep: async (ms) => void (node.nowMs += ms) })
  const verify = async () => {
    node.reads += 1
    return node.nowMs >= shownAfterMs ? PAID : PENDING
  }
  return { node, verify, awaitTransfer }
}

test("a transfer that the node already has is read once", async () => {
  const { node, verify, awaitTransfer } = openNode(0)
  expect([await awaitTransfer(verify), node.reads]).toEqual([PAID, 1])
})

test.each([3, 700, 3_000])("a transfer is awaited when the node is %i ms behind the payer's", async (ms) => {
  const { verify, awaitTransfer } = openNode(ms)
  expect(await awaitTransfer(verify)).toEqual(PAID)
})

test("a transfer that the node does not have after 3 s is pending", async () => {
  const { node, verify, awaitTransfer } = openNode(3_001)
  expect([await awaitTransfer(verify), node.nowMs, node.reads]).toEqual([PENDING, 3_000, 7])
})

test("a refusal while waiting ends the wait", async () => {
  const refused: VerificationResult = { kind: "refused", reason: "transfer_mismatch" }
  const results = [PENDING, refused]
  const { awaitTransfer } = openNode(0)
  expect(await awaitTransfer(async () => results.shift() ?? PENDING)).toEqual(refused)
})

test("at most 50 requests wait at a time; a further request is pending at once", async () => {
  let release = () => undefined as void
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const awaitTransfer = createAwaitTransfer({ sleep: () => gate })
  let reads = 0
  const verify = async () => {
    reads += 1
    return PENDING
  }
  const waiting = Array.from({ length: 50 }, () => awaitTransfer(verify))
  await new Promise(setImmediate)
  expect([await awaitTransfer(verify), reads]).toEqual([PENDING, 51])
  release()
  await Promise.all(waiting)
  await awaitTransfer(verify)
  expect(reads).toBe(51 + 50 * 6 + 7)
})
