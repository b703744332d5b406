import { toFunctionSelector, type Client, encodeFunctionData, numberToHex, parseAbi } from "viem"
import { bytesWords, hexWord, numberWord, WORD } from "./words"
import { isRpcError, isRateLimit } from "./rpc-error"

/** https://github.com/mds1/multicall3: at the same address on every chain that matters. */
export const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11"

export const multicall3Abi = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function aggregate3(Call3[] calls) payable returns (Result[])",
  "function getBlockNumber() view returns (uint256)",
])

/** Uniswap's contract that calls with a gas limit for each call, by chain id. https://www.npmjs.com/package/@uniswap/sdk-core */
const LIMITED_MULTICALLS: Readonly<Record<number, `0x${string}`>> = {
  8453: "0x091e99cb1C49331a94dD62755D168E941AbD0693",
  84532: "0xd867e273eAbD6c853fCd0Ca0bFB6a3aE6491d2C1",
}

/** @throws {RangeError} the contract is not known on this chain. */
export function limitedMulticallOn(chainId: number): `0x${string}` {
  const address = LIMITED_MULTICALLS[chainId]
  if (address === undefined) throw new RangeError(`The multicall with gas limits is not known on chain ${chainId}.`)
  return address
}

export const limitedMulticallAbi = parseAbi([
  "struct Call { address target; uint256 gasLimit; bytes callData; }",
  "struct Result { bool success; uint256 gasUsed; bytes returnData; }",
  "function multicall(Call[] calls) returns (uint256 blockNumber, Result[] returnData)",
])

export type Call = readonly [target: `0x${string}`, callData: `0x${string}`]

export type LimitedCall = { readonly target: `0x${string}`; readonly data: `0x${string}`; readonly gas: bigint }

export type CallResult = { readonly success: boolean; readonly returnData: `0x${string}` }

/** Whether a call succeeded and returned one word. */
export function isWord(result: CallResult | undefined): boolean {
  return result?.success === true && result.returnData.length === 66
}

/** The word that a call returned; zero where it returned none. */
export function wordOf(result: CallResult | undefined): bigint {
  return result && isWord(result) ? BigInt(result.returnData) : 0n
}

type ReadOptions = {
  /** Gas limit of all calls together; absent: the limit of the node. */
  readonly gas?: number
  readonly attempts?: number
  /** Absent: the newest block. */
  readonly block?: "latest" | "pending"
}

const ATTEMPTS = 5

/** The call that returns the block number that the other calls see. */
export const BLOCK_NUMBER: Call = [
  MULTICALL3,
  encodeFunctionData({ abi: multicall3Abi, functionName: "getBlockNumber" }),
]

/**
 * Results of calls on the newest or the pending state in one round trip. Each call sees the changes of those before it.
 * Rejects on faults of the node, and when the gas does not suffice for all. A node that does not answer, or that limits
 * the rate, is called once.
 */
export async function readState(
  client: Client,
  calls: readonly Call[],
  { gas, attempts = ATTEMPTS, block = "latest" }: ReadOptions = {},
): Promise<readonly CallResult[]> {
  const call = { to: MULTICALL3, data: aggregate(calls), ...(gas === undefined ? {} : { gas: numberToHex(gas) }) }
  // A node that mines between choosing its newest block and reading it returns an error, so the call is repeated.
  for (let attempt = 1; ; attempt++) {
    try {
      const data = await client.request<{ Parameters: readonly unknown[]; ReturnType: `0x${string}` }>({
        method: "eth_call",
        params: [call, block],
      })
      return decodeResults(data)
    } catch (error) {
      if (attempt === attempts || !isRpcError(error) || isRateLimit(error)) throw error
    }
  }
}

const AGGREGATE = toFunctionSelector("aggregate3((address,bool,bytes)[])")
const LIMITED = toFunctionSelector("multicall((address,uint256,bytes)[])")
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
  return `${AGGREGATE}${listOf(calls.map(([target, data]) => hexWord(target) + MAY_FAIL + CALL_DATA_AT + bytesWords(data)))}`
}

/**
 * Call data for several calls, each of which may fail without the others and uses no more than its gas limit. An account can get
 * code (EIP-7702) between the simulation and the block, and that code uses all gas that it gets.
 */
export function aggregateLimited(calls: readonly LimitedCall[]): `0x${string}` {
  return `${LIMITED}${listOf(
    calls.map(({ target, data, gas }) => hexWord(target) + numberWord(gas) + CALL_DATA_AT + bytesWords(data)),
  )}`
}

/** The gas of a transaction that one call takes at most: its limit, the part that a caller keeps back, and its data. */
export function gasAround(limit: bigint, bytes: number): bigint {
  return limit + limit / KEPT_BACK + GAS_PER_CALL + GAS_PER_BYTE * BigInt(bytes)
}

const KEPT_BACK = 63n
const GAS_PER_CALL = 10_000n
const GAS_PER_BYTE = 16n

function listOf(items: readonly string[]): string {
  let at = items.length * WORD_BYTES
  const places = items.map((item) => {
    const place = numberWord(at)
    at += item.length / 2
    return place
  })
  return `${LIST_AT}${numberWord(items.length)}${places.join("")}${items.join("")}`
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
