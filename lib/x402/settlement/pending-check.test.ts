import { expect, test } from "vitest"
import type { Authorization, PaymentToSettle } from "@/lib/x402/ledger/payment"
import { createPendingCheck } from "./pending-check"

const payments: readonly PaymentToSettle[] = ["a", "b", "c"].map((id) => ({ id, authorization: {} as Authorization }))

/** `answers`: for each simulation which payments are unfunded; `null`: the node rejects. */
function openCheck(answers: readonly (readonly boolean[] | null)[]) {
  const time = { ms: 0 }
  const seen = { asked: 0, requeued: [] as string[], failed: [] as string[] }
  const check = createPendingCheck({
    chain: {
      findUnfunded: async () => {
        const answer = answers[seen.asked]
        seen.asked += 1
        if (answer) return answer
        throw new Error("pending is not supported")
      },
    },
    clock: () => time.ms,
    sleep: () => Promise.resolve(),
    requeue: ({ id }) => void seen.requeued.push(id),
    onFailure: ({ id }) => void seen.failed.push(id),
  })
  const pass = async () => {
    const ids = (await check.passing(payments)).map(({ id }) => id)
    await new Promise(setImmediate)
    return ids
  }
  return { time, seen, pass }
}

test("a payment without balance in the pending state is left out, and fails when a second check confirms it", async () => {
  const { pass, seen } = openCheck([[false, true, false], [true]])
  expect(await pass()).toEqual(["a", "c"])
  expect(seen).toMatchObject({ failed: ["b"], requeued: [] })
})

test("a payment whose balance is there at the second check is queued again", async () => {
  const { pass, seen } = openCheck([[false, true, false], [false]])
  expect(await pass()).toEqual(["a", "c"])
  expect(seen).toMatchObject({ failed: [], requeued: ["b"] })
})

test("without a pending state all payments are sent, and the node is asked again after a minute", async () => {
  const { pass, seen, time } = openCheck([null, [false, false, false]])
  expect(await pass()).toEqual(["a", "b", "c"])
  expect(await pass()).toEqual(["a", "b", "c"])
  expect(seen.asked).toBe(1)
  time.ms = 60_000
  await pass()
  expect(seen.asked).toBe(2)
})
