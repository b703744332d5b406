import { createClient, custom, type Hex } from "viem"
import { expect, test } from "vitest"
import { createUsdcChain } from "./usdc-chain"
import { createWaitingLine } from "./waiting-line"

const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Calls that end when they are told to. */
function heldCalls() {
  const ends: (() => void)[] = []
  const call = () => new Promise<void>((resolve) => void ends.push(resolve))
  return { ends, call }
}

test("so many are under way, the rest wait for their turn, and one too many hears so at once", async () => {
  const { ends, call } = heldCalls()
  const inTurn = createWaitingLine({ callsUnderWay: 2, most: 3 })
  const asked = [inTurn(call), inTurn(call), inTurn(call)]
  await turn()
  expect(ends).toHaveLength(2)
  await expect(inTurn(call)).rejects.toThrow("Too many")

  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(3)
  for (const end of ends) end()
  await Promise.all(asked)
  const after = inTurn(async () => "served")
  await expect(after).resolves.toBe("served")
})

test("one that fails makes room like any other", async () => {
  const inTurn = createWaitingLine({ callsUnderWay: 1, most: 1 })
  await expect(inTurn(() => Promise.reject(new Error("The node is away.")))).rejects.toThrow("away")
  await expect(inTurn(async () => "served")).resolves.toBe("served")
})

test("a flood of invented hashes leaves the node to those who pay", async () => {
  const { ends, call } = heldCalls()
  const asked: string[] = []
  const transport = custom({
    async request({ method }: { readonly method: string }): Promise<Hex | null> {
      asked.push(method)
      if (method === "eth_gasPrice") return "0x1"
      await call()
      return null
    },
  })
  const chain = createUsdcChain({ client: createClient({ transport }), usdc: account(1), factories: [] })
  const parties = { from: account(2), to: account(3) }
  const flood = Array.from({ length: 250 }, (_, index) => chain.plainTransfer(hash(index), parties))
  const settled = Promise.allSettled(flood)
  await turn()
  expect(asked.length).toBe(8)
  expect(await chain.gasPrice()).toBe(1n)

  for (let answered = 0; answered < 200; answered++) {
    ends[answered]?.()
    await turn()
  }
  const outcomes = await settled
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(200)
  expect(outcomes.slice(200).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => "rejected"))
})

const account = (index: number): Hex => `0x${index.toString(16).padStart(40, "0")}`
const hash = (index: number): Hex => `0x${index.toString(16).padStart(64, "0")}`
