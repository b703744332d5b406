import { encodeFunctionData, toFunctionSelector } from "viem"
import type { Call } from "./aggregate"
import type { SignedTransfer, TransferMethod } from "./authorization-digest"
import { EXACT_PERMIT2_PROXY, exactPermit2ProxyAbi, PERMIT2, permit2Abi } from "./permit2"
import { unwrapSignature } from "./undeployed-wallet"
import { usdcAbi } from "./usdc-abi"
import { bytesWords, hexWord, numberWord, WORD } from "./words"

export type Proof = SignedTransfer & { readonly signature: `0x${string}` }

/** What a contract is told, and asked, of a proof. */
type Method = {
  /** Moves the money. */
  readonly transfer: (usdc: `0x${string}`, proof: Proof) => Call
  /** Asks whether it was moved, or the proof taken back; `isUsed` reads the answer. */
  readonly state: (usdc: `0x${string}`, transfer: SignedTransfer) => Call
  readonly isUsed: (state: bigint, transfer: SignedTransfer) => boolean
  /** Asks how much may be moved beside the signature; `null`: it suffices. */
  readonly allowance: ((usdc: `0x${string}`, transfer: SignedTransfer) => Call) | null
}

/** Hashed once and not for every payment. */
const TRANSFER = toFunctionSelector("transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)")
const STATE = toFunctionSelector("authorizationState(address,bytes32)")
/** Where the signature begins, in bytes: behind its own place, the seventh. */
const SIGNATURE_AT = numberWord((7 * WORD) / 2)

export const transferMethods: Readonly<Record<TransferMethod, Method>> = {
  eip3009: {
    transfer: (usdc, proof) => [
      usdc,
      `${TRANSFER}${[
        hexWord(proof.from),
        hexWord(proof.to),
        numberWord(proof.value),
        numberWord(proof.validAfterS),
        numberWord(proof.validBeforeS),
        hexWord(proof.nonce),
        SIGNATURE_AT,
        bytesWords(unwrapSignature(proof.signature).signature),
      ].join("")}`,
    ],
    state: (usdc, { from, nonce }) => [usdc, `${STATE}${hexWord(from)}${hexWord(nonce)}`],
    isUsed: (state) => state === 1n,
    allowance: null,
  },
  permit2: {
    transfer: (usdc, proof) => [
      EXACT_PERMIT2_PROXY,
      encodeFunctionData({
        abi: exactPermit2ProxyAbi,
        functionName: "settle",
        args: [
          {
            permitted: { token: usdc, amount: proof.value },
            nonce: BigInt(proof.nonce),
            deadline: BigInt(proof.validBeforeS),
          },
          proof.from,
          { to: proof.to, validAfter: BigInt(proof.validAfterS) },
          unwrapSignature(proof.signature).signature,
        ],
      }),
    ],
    // One bit per nonce: the upper 248 bits of it name the word, the others the bit.
    state: (_, { from, nonce }) => [
      PERMIT2,
      encodeFunctionData({ abi: permit2Abi, functionName: "nonceBitmap", args: [from, BigInt(nonce) >> 8n] }),
    ],
    isUsed: (state, { nonce }) => ((state >> (BigInt(nonce) & 255n)) & 1n) === 1n,
    allowance: (usdc, { from }) => [
      usdc,
      encodeFunctionData({ abi: usdcAbi, functionName: "allowance", args: [from, PERMIT2] }),
    ],
  },
}
