import { createClient, custom, type Hex } from "viem"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { withUntrustedLimits } from "./untrusted-limits"
import { createUsdcChain } from "./usdc-chain"

const nextTick = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A chain whose node answers the base fee at once, and everything else with null when the test releases it. */
function pendingChain() {
  const asked: string[] = []
  const ends: (() => void)[] = []
  const transport = custom({
    async request({ method }: { readonly method: string }): Promise<unknown> {
      asked.push(method)
      if (method === "eth_feeHistory") return { baseFeePerGas: ["0x1", "0x1"], gasUsedRatio: [0], oldestBlock: "0x1" }
      await new Promise<void>((resolve) => void ends.push(resolve))
      return null
    },
  })
  const chain = createUsdcChain({ client: createClient({ transport }), usdc: account(1), factories: [] })
  return { chain: withUntrustedLimits(chain), asked, ends }
}

test("unknown hashes cause at most 8 concurrent reads, so that other requests reach the node", async () => {
  const { chain, asked, ends } = pendingChain()
  const parties = { from: account(2), to: account(3) }
  const flood = Array.from({ length: 250 }, (_, index) => chain.plainTransfer(hash(index), parties))
  const settled = Promise.allSettled(flood)
  await nextTick()
  expect(asked.length).toBe(8)
  expect(await chain.gasPrice()).toBe(1n)

  for (let answered = 0; answered < 200; answered++) {
    ends[answered]?.()
    await nextTick()
  }
  const outcomes = await settled
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(200)
  expect(outcomes.slice(200).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => "rejected"))
})

test("searches, wallet signatures and transfer reads share one queue", async () => {
  const { chain, asked } = pendingChain()
  const parties = { from: account(2), to: account(3) }
  const proof = { ...parties, value: usdc(1n), validAfterS: 0, validBeforeS: 9 } as const
  void chain.findTransfer({ ...proof, nonce: hash(0) }, 0)
  for (let index = 0; index < 4; index += 1) {
    void chain.isValidSignature(account(2), hash(index), "0x00")
    void chain.plainTransfer(hash(index), parties)
  }
  await nextTick()
  expect(asked).toHaveLength(8)
})

const account = (index: number): Hex => `0x${index.toString(16).padStart(40, "0")}`
const hash = (index: number): Hex => `0x${index.toString(16).padStart(64, "0")}`
