import { decodeFunctionData, encodeFunctionData } from "viem"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { aggregate, aggregateLimited, limitedMulticallAbi, multicall3Abi } from "./multicall"
import { usdcAbi } from "./usdc-contract"
import { WORD } from "./words"

/** `S402` in ASCII. The link is before it and the head after it. */
const MARK = "53343032"

/** 68 bytes of call data cost 1,088 gas, or 2,720 where EIP-7623 sets the price. */
export const ANCHOR_GAS = 3_000n

/** Call data of a settlement that also carries an anchor. Contracts ignore bytes after their arguments. */
export function withAnchor(data: `0x${string}`, { link, head }: RecordAnchor): `0x${string}` {
  return `${data}${link}${MARK}${head}`
}

const ANCHOR = new RegExp(`^([0-9a-f]{${WORD}})${MARK}([0-9a-f]{${WORD}})$`)

/**
 * The anchor in the call data of a transaction; `null` when it has none.
 *
 * An anchor is exactly what follows the encoded call. The call is decoded and encoded again, so its end does not depend on
 * what payers signed: signatures and wallet deployments are inside the call, whatever their bytes and length.
 */
export function anchorIn(data: string): RecordAnchor | null {
  const lower = `0x${data.slice(2).toLowerCase()}` as const
  const call = encodedCall(lower)
  if (call === null || !lower.startsWith(call)) return null
  const [, link, head] = ANCHOR.exec(lower.slice(call.length)) ?? []
  return link === undefined || head === undefined ? null : { link, head }
}

/** The call as the settler encodes it, without anything after it; `null` for any other call. */
function encodedCall(data: `0x${string}`): `0x${string}` | null {
  try {
    const { functionName, args } = decodeFunctionData({
      abi: [...limitedMulticallAbi, ...multicall3Abi, ...usdcAbi],
      data,
    })
    if (functionName === "aggregate3") return aggregate(args[0].map(({ target, callData }) => [target, callData]))
    if (functionName === "multicall") {
      return aggregateLimited(
        args[0].map(({ target, callData, gasLimit }) => ({ target, data: callData, gas: gasLimit })),
      )
    }
    if (functionName !== "transferWithAuthorization") return null
    return encodeFunctionData({ abi: usdcAbi, functionName, args })
  } catch {
    // Not a call of these functions.
    return null
  }
}
