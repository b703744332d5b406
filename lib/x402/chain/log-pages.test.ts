import fc from "fast-check"
import { expect, test } from "vitest"
import { type BlockRange, pagesDown, pagesUp, readLogs } from "./log-pages"

/** A node's refusal: an error with an RPC code. */
const refusal = () => Object.assign(new Error("query exceeds max block range"), { code: -32_602 })
const sizeOf = ({ fromBlock, toBlock }: BlockRange) => Number(toBlock - fromBlock) + 1
const blocksOf = ({ fromBlock, toBlock }: BlockRange) =>
  Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, index) => Number(fromBlock) + index)

test("pages have every block once, in order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 9_000 }), (first, count) => {
      const range = { fromBlock: BigInt(first), toBlock: BigInt(first + count) }
      expect([...pagesUp(range)].flatMap(blocksOf)).toEqual(blocksOf(range))
      const down = [...pagesDown(range.toBlock)].toReversed().flatMap(blocksOf)
      expect(down).toEqual(blocksOf({ fromBlock: 0n, toBlock: range.toBlock }))
    }),
    { numRuns: 30 },
  )
})

test("a node that refuses a page size is asked for smaller pages, and no block is missed", async () => {
  const range = { fromBlock: 7n, toBlock: 2_006n }
  const asked: number[] = []
  const logs = await readLogs(range, (part) => {
    asked.push(sizeOf(part))
    return sizeOf(part) > 500 ? Promise.reject(refusal()) : Promise.resolve(blocksOf(part))
  })
  expect(logs).toEqual(blocksOf(range))
  expect(asked).toEqual([2_000, 1_000, 500, 500, 1_000, 500, 500])
})

test("a node that refuses every page is asked fewer than ten times", async () => {
  let calls = 0
  const read = () => {
    calls += 1
    return Promise.reject(refusal())
  }
  await expect(readLogs({ fromBlock: 0n, toBlock: 1_999n }, read)).rejects.toThrow("max block range")
  expect(calls).toBeLessThan(10)
})

test("a node that times out is asked once", async () => {
  let calls = 0
  const read = () => {
    calls += 1
    return Promise.reject(new DOMException("timeout", "TimeoutError"))
  }
  await expect(readLogs({ fromBlock: 0n, toBlock: 1_999n }, read)).rejects.toThrow("timeout")
  expect(calls).toBe(1)
})
