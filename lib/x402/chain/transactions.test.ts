import { createClient, custom, formatTransactionReceipt } from "viem"
import { expect, test } from "vitest"
import { createBroadcast, feeWeiOf } from "./transactions"

const SYNC = "eth_sendRawTransactionSync"
const PLAIN = "eth_sendRawTransaction"
const HASH = `0x${"11".repeat(32)}`

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })
const NOT_PASSED_ON = refusal(-32_001, "rpc method is not whitelisted")

/** A node whose answers to both methods a test may change; `null`: the receipt or the hash. */
function openNode(answers: { [SYNC]: Error | null; [PLAIN]: Error | null }) {
  const asked: string[] = []
  const request = async ({ method }: { readonly method: string }) => {
    asked.push(method)
    const failure = method === SYNC ? answers[SYNC] : answers[PLAIN]
    if (failure !== null) throw failure
    return method === SYNC ? { transactionHash: HASH, logs: [] } : HASH
  }
  const transport = custom({ request }, { retryCount: 0 })
  return { asked, broadcast: createBroadcast(createClient({ transport })) }
}

test.each([
  ["answers -32601 to the sync method", refusal(-32_601, "the method does not exist")],
  ["has an allow list of methods", NOT_PASSED_ON],
  ["reports the missing method with a general code", refusal(-32_000, "the method is not available")],
])("a node that %s gets eth_sendRawTransaction, from then on without the sync method", async (_, failure) => {
  const { asked, broadcast } = openNode({ [SYNC]: failure, [PLAIN]: null })
  expect(await broadcast("0x02")).toBeNull()
  expect(await broadcast("0x03")).toBeNull()
  expect(asked).toEqual([SYNC, PLAIN, PLAIN])
})

test("after both methods fail with a transaction error, the sync method is tried again", async () => {
  const failure = refusal(-32_000, "insufficient funds for gas * price + value")
  const answers: { [SYNC]: Error | null; [PLAIN]: Error | null } = { [SYNC]: failure, [PLAIN]: failure }
  const { asked, broadcast } = openNode(answers)
  await expect(broadcast("0x02")).rejects.toThrow("insufficient funds")
  answers[SYNC] = null
  expect(await broadcast("0x02")).toMatchObject({ transactionHash: HASH })
  expect(asked).toEqual([SYNC, PLAIN, SYNC])
})

test("once the sync method has worked, its errors are about the transaction and it is not replaced", async () => {
  const answers: { [SYNC]: Error | null; [PLAIN]: Error | null } = { [SYNC]: null, [PLAIN]: null }
  const { asked, broadcast } = openNode(answers)
  await broadcast("0x02")
  answers[SYNC] = refusal(-32_000, "nonce too low")
  await expect(broadcast("0x03")).rejects.toThrow("nonce too low")
  expect(asked).toEqual([SYNC, SYNC])
})

test.each([
  ["limits the rate", refusal(-32_005, "rate limit exceeded")],
  ["does not answer", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
])("a node that %s is not asked again by the plain method", async (_, failure) => {
  const { asked, broadcast } = openNode({ [SYNC]: failure, [PLAIN]: null })
  await expect(broadcast("0x02")).rejects.toThrow()
  expect(asked).toEqual([SYNC])
})

test.each([
  ["gas times the gas price", { effectiveGasPrice: "0x5" }, 500n],
  ["plus Base's L1 data fee", { effectiveGasPrice: "0x5", l1Fee: "0x10" }, 516n],
  ["null without a gas price", {}, null],
] as const)("the fee of a transaction is %s", (_, fields, fee) => {
  expect(feeWeiOf(formatTransactionReceipt({ gasUsed: "0x64", ...fields }))).toBe(fee)
})
