import { toFunctionSelector } from "viem"
import type { Call } from "./multicall"
import type { Authorization, UnsignedAuthorization } from "./authorization"
import { bytesWords, hexWord, numberWord, WORD } from "./words"

/** Hashed once, not for every payment. */
const TRANSFER = toFunctionSelector("transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)")
const STATE = toFunctionSelector("authorizationState(address,bytes32)")
const BALANCE = toFunctionSelector("balanceOf(address)")
/** Offset of the signature in bytes: it follows its own offset, which is the seventh word. */
const SIGNATURE_AT = numberWord((7 * WORD) / 2)

/** The call that moves the money. */
export function transferCall(usdc: `0x${string}`, proof: Authorization): Call {
  return [
    usdc,
    `${TRANSFER}${[
      hexWord(proof.from),
      hexWord(proof.to),
      numberWord(proof.value),
      numberWord(proof.validAfterS),
      numberWord(proof.validBeforeS),
      hexWord(proof.nonce),
      SIGNATURE_AT,
      bytesWords(proof.signature),
    ].join("")}`,
  ]
}

/** The call that reads whether the nonce was used or cancelled: it returns 1 in both cases. */
export function authorizationStateCall(
  usdc: `0x${string}`,
  { from, nonce }: Pick<UnsignedAuthorization, "from" | "nonce">,
): Call {
  return [usdc, `${STATE}${hexWord(from)}${hexWord(nonce)}`]
}

/** The call that reads the balance of an account. */
export function balanceCall(usdc: `0x${string}`, payer: `0x${string}`): Call {
  return [usdc, `${BALANCE}${hexWord(payer)}`]
}
