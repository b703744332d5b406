import { toFunctionSelector } from "viem"
import { bytesWords, hexWord, numberWord, WORD } from "./words"

export type Call = readonly [target: `0x${string}`, callData: `0x${string}`]

export type CallResult = { readonly success: boolean; readonly returnData: `0x${string}` }

const AGGREGATE = toFunctionSelector("aggregate3((address,bool,bytes)[])")
const WORD_BYTES = WORD / 2
const MAY_FAIL = numberWord(1)
/** Offset of a call's data in bytes: it follows target, permission to fail and its own offset. */
const CALL_DATA_AT = numberWord(3 * WORD_BYTES)
/** Offset of the only argument, a list. */
const LIST_AT = numberWord(WORD_BYTES)

/**
 * Call data of Multicall3 for several calls, each of which may fail without the others.
 *
 * @see https://github.com/mds1/multicall3
 */
export function aggregate(calls: readonly Call[]): `0x${string}` {
  const items = calls.map(([target, data]) => hexWord(target) + MAY_FAIL + CALL_DATA_AT + bytesWords(data))
  let at = items.length * WORD_BYTES
  const places = items.map((item) => {
    const place = numberWord(at)
    at += item.length / 2
    return place
  })
  return `${AGGREGATE}${LIST_AT}${numberWord(items.length)}${places.join("")}${items.join("")}`
}

/**
 * The results in an answer of Multicall3, in the order of the calls.
 *
 * @throws {RangeError} the answer is cut off or not encoded as the contract encodes it.
 */
export function decodeResults(answer: `0x${string}`): readonly CallResult[] {
  const hex = answer.toLowerCase()
  const list = numberAt(hex, 0)
  const first = list + WORD_BYTES
  return Array.from({ length: lengthAt(hex, list) }, (_, index) => {
    const result = first + numberAt(hex, first + index * WORD_BYTES)
    const success = numberAt(hex, result)
    if (success > 1) throw new RangeError(`"${success}" is neither true nor false.`)
    const returnData = bytesAt(hex, result + numberAt(hex, result + WORD_BYTES))
    return { success: success === 1, returnData }
  })
}

/** A length beyond the answer's end is refused before anything is allocated for it. */
function lengthAt(hex: string, at: number): number {
  const length = numberAt(hex, at)
  if (length * WORD > hex.length) throw new RangeError(`An answer of ${hex.length} digits has no ${length} results.`)
  return length
}

function bytesAt(hex: string, at: number): `0x${string}` {
  const length = numberAt(hex, at)
  return `0x${digitsAt(hex, at + WORD_BYTES, length)}`
}

/** Lengths, offsets and flags need at most four bytes. */
function numberAt(hex: string, at: number): number {
  const digits = digitsAt(hex, at, WORD_BYTES)
  if (!SMALL.test(digits)) throw new RangeError(`"${digits}" is neither a length nor an offset.`)
  return Number.parseInt(digits.slice(-8), 16)
}

const SMALL = /^0{56}[0-9a-f]{8}$/

function digitsAt(hex: string, at: number, length: number): string {
  const start = 2 + 2 * at
  if (start + 2 * length > hex.length) throw new RangeError("The answer ends before what it names.")
  return hex.slice(start, start + 2 * length)
}
