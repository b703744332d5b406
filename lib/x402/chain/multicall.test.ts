import fc from "fast-check"
import { decodeFunctionResult, encodeFunctionData, encodeFunctionResult, size } from "viem"
import { expect, test } from "vitest"
import { aggregate, aggregateLimited, decodeResults, limitedMulticallAbi, multicall3Abi } from "./multicall"

const abi = multicall3Abi
const functionName = "aggregate3"

const bytes = (constraints: fc.IntArrayConstraints) =>
  fc.uint8Array(constraints).map((all): `0x${string}` => `0x${Buffer.from(all).toString("hex")}`)

const anyBytes = bytes({ maxLength: 200 })
const calls = fc.array(fc.tuple(bytes({ minLength: 20, maxLength: 20 }), anyBytes), { maxLength: 40 })
const results = fc.array(fc.record({ success: fc.boolean(), returnData: anyBytes }), { maxLength: 40 })

test("calls are encoded like viem's", () => {
  fc.assert(
    fc.property(calls, (all) => {
      const args = [all.map(([target, callData]) => ({ target, allowFailure: true, callData }))] as const
      expect(aggregate(all)).toBe(encodeFunctionData({ abi, functionName, args }))
    }),
  )
})

test("calls with gas limits are encoded like viem's", () => {
  fc.assert(
    fc.property(calls, fc.bigInt({ min: 0n, max: 2n ** 64n }), (all, gasLimit) => {
      const args = [all.map(([target, callData]) => ({ target, gasLimit, callData }))] as const
      const limited = aggregateLimited(all.map(([target, data]) => ({ target, data, gas: gasLimit })))
      expect(limited).toBe(encodeFunctionData({ abi: limitedMulticallAbi, functionName: "multicall", args }))
    }),
  )
})

test("answers are decoded like viem's, also in upper case", () => {
  fc.assert(
    fc.property(results, (all) => {
      const answer = encodeFunctionResult({ abi, functionName, result: all })
      expect(decodeResults(answer)).toEqual(all)
      expect(decodeResults(`0x${answer.slice(2).toUpperCase()}`)).toEqual(all)
    }),
  )
})

test("a truncated answer is refused with RangeError", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ success: fc.boolean(), returnData: anyBytes }), { minLength: 1 }), (all) => {
      const answer = encodeFunctionResult({ abi, functionName, result: all })
      for (let kept = 0; kept < size(answer) - 32; kept += 7) {
        expect(() => decodeResults(answer.slice(0, 2 + 2 * kept) as `0x${string}`)).toThrow(RangeError)
      }
    }),
  )
})

test("an answer with a changed byte is refused, or decoded like viem's", () => {
  const spoiled = fc.tuple(results, fc.nat(), fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(spoiled, ([all, at, byte]) => {
      const data = Buffer.from(encodeFunctionResult({ abi, functionName, result: all }).slice(2), "hex")
      data[at % data.length] = byte
      const answer = `0x${data.toString("hex")}` as const
      const read = attempt(() => decodeResults(answer))
      if (read !== null) expect(attempt(() => decodeFunctionResult({ abi, functionName, data: answer }))).toEqual(read)
    }),
    { numRuns: 2_000 },
  )
})

test("a list length beyond the answer's size is refused with RangeError", () => {
  const word = (value: number) => value.toString(16).padStart(64, "0")
  expect(() => decodeResults(`0x${word(32)}${word(0xffff_ffff)}`)).toThrow(RangeError)
})

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
