import { createClient, custom } from "viem"
import { expect, test } from "vitest"
import { createBroadcast } from "./broadcast"

const SYNC = "eth_sendRawTransactionSync"
const PLAIN = "eth_sendRawTransaction"
const HASH = `0x${"11".repeat(32)}`

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })
const NOT_PASSED_ON = refusal(-32_001, "rpc method is not whitelisted")

/** A node whose answers to either call a test may change; `null` is a receipt, or the hash. */
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
  ["does not know the method", refusal(-32_601, "the method does not exist")],
  ["is behind a list of methods", NOT_PASSED_ON],
  ["reports it by a general code", refusal(-32_000, "the method is not available")],
])("a node that %s takes the plain call, and is asked by it from then on", async (_, failure) => {
  const { asked, broadcast } = openNode({ [SYNC]: failure, [PLAIN]: null })
  expect(await broadcast("0x02")).toBeNull()
  expect(await broadcast("0x03")).toBeNull()
  expect(asked).toEqual([SYNC, PLAIN, PLAIN])
})

test("an error of the plain call about the transaction proves nothing about the other call", async () => {
  const failure = refusal(-32_000, "insufficient funds for gas * price + value")
  const answers: { [SYNC]: Error | null; [PLAIN]: Error | null } = { [SYNC]: failure, [PLAIN]: failure }
  const { asked, broadcast } = openNode(answers)
  await expect(broadcast("0x02")).rejects.toThrow("insufficient funds")
  answers[SYNC] = null
  expect(await broadcast("0x02")).toMatchObject({ transactionHash: HASH })
  expect(asked).toEqual([SYNC, PLAIN, SYNC])
})

test("once it has worked a refusal is one of the transaction", async () => {
  const answers: { [SYNC]: Error | null; [PLAIN]: Error | null } = { [SYNC]: null, [PLAIN]: null }
  const { asked, broadcast } = openNode(answers)
  await broadcast("0x02")
  answers[SYNC] = refusal(-32_000, "nonce too low")
  await expect(broadcast("0x03")).rejects.toThrow("nonce too low")
  expect(asked).toEqual([SYNC, SYNC])
})

test.each([
  ["limits our rate", refusal(-32_005, "rate limit exceeded")],
  ["does not answer", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
])("a node that %s is not asked a second time at once", async (_, failure) => {
  const { asked, broadcast } = openNode({ [SYNC]: failure, [PLAIN]: null })
  await expect(broadcast("0x02")).rejects.toThrow()
  expect(asked).toEqual([SYNC])
})
