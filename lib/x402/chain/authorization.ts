import { isErc6492Signature, parseErc6492Signature, serializeErc6492Signature } from "viem/utils"
import { encodeAbiParameters } from "viem"
import type { Usdc } from "@/lib/domain/usdc"
import { lowerHex } from "@/lib/domain/lower-hex"
import { hashOfText, keccak256 } from "./crypto"
import { hexWord, numberWord } from "./words"

/**
 * A signed EIP-3009 authorization (https://eips.ethereum.org/EIPS/eip-3009). A payer's own transfer is kept in the same
 * fields.
 *
 * Addresses, nonce and signature are lower-case hex, so that equal proofs are equal strings.
 */
export type Authorization = {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly value: Usdc
  readonly validAfterS: number
  readonly validBeforeS: number
  readonly nonce: `0x${string}`
  /** As the token verifies it, without an ERC-6492 wrapper. */
  readonly signature: `0x${string}`
  /** The call that deploys the payer's smart wallet, from the ERC-6492 wrapper; `null` when there was none. */
  readonly deployment: Deployment | null
}

/** The fields that are signed. */
export type UnsignedAuthorization = Omit<Authorization, "signature" | "deployment">

/** The call that deploys a smart wallet. */
type Deployment = { readonly factory: `0x${string}`; readonly data: `0x${string}` }

type UnwrappedSignature = {
  /** The signature that the wallet itself verifies. */
  readonly signature: `0x${string}`
  /** `null`: the signature is not wrapped. */
  readonly deployment: Deployment | null
}

/**
 * Removes the wrapper that a wallet puts around its signature before it is deployed. A malformed wrapper stays part of
 * the signature, and no wallet accepts such a signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function unwrapSignature(wrapped: `0x${string}`): UnwrappedSignature {
  if (!isErc6492Signature(wrapped)) return { signature: wrapped, deployment: null }
  try {
    const { address: factory, data, signature } = parseErc6492Signature(wrapped)
    if (factory === undefined || data === undefined) return { signature: wrapped, deployment: null }
    return { signature, deployment: { factory: lowerHex(factory), data } }
  } catch {
    return { signature: wrapped, deployment: null }
  }
}

/** The inverse of `unwrapSignature`. */
export function wrapSignature({ signature, deployment }: UnwrappedSignature): `0x${string}` {
  if (deployment === null) return signature
  return serializeErc6492Signature({ address: deployment.factory, data: deployment.data, signature })
}

/** The 32 bytes that a payer signs for a transfer. */
export type PayerDigest = (transfer: UnsignedAuthorization) => `0x${string}`

/** Digests of transfers in one token. The domain separator is hashed once. */
export function payerDigest(token: TokenDomain): PayerDigest {
  const separator = domainSeparator(token)
  return (transfer) => authorizationDigest(separator, transfer)
}

export type TokenDomain = {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: `0x${string}`
}

const DOMAIN_TYPE = hashOfText("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")

const TRANSFER_TYPE = hashOfText(
  "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)",
)

/** EIP-712 `domainSeparator` (https://eips.ethereum.org/EIPS/eip-712#definition-of-domainseparator). */
export function domainSeparator(domain: TokenDomain): `0x${string}` {
  return keccak256(
    encodeAbiParameters(
      [{ type: "bytes32" }, { type: "bytes32" }, { type: "bytes32" }, { type: "uint256" }, { type: "address" }],
      [
        DOMAIN_TYPE,
        hashOfText(domain.name),
        hashOfText(domain.version),
        BigInt(domain.chainId),
        domain.verifyingContract,
      ],
    ),
  )
}

/**
 * The 32 bytes that a payer signed for EIP-3009.
 *
 * Written out instead of calling a general EIP-712 encoder: each field is one word, and this runs for every payment.
 */
export function authorizationDigest(separator: `0x${string}`, transfer: UnsignedAuthorization): `0x${string}` {
  const struct = [
    hexWord(TRANSFER_TYPE),
    hexWord(transfer.from),
    hexWord(transfer.to),
    numberWord(transfer.value),
    numberWord(transfer.validAfterS),
    numberWord(transfer.validBeforeS),
    hexWord(transfer.nonce),
  ]
  return typedDigest(separator, struct)
}

/** The 32 bytes that are signed for a struct (EIP-712), from the hash of its type and its fields, one word each. */
export function typedDigest(separator: `0x${string}`, struct: readonly string[]): `0x${string}` {
  const structHash = keccak256(`0x${struct.join("")}`)
  return keccak256(`0x1901${hexWord(separator)}${hexWord(structHash)}`)
}
