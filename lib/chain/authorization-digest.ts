import { encodeAbiParameters } from "viem"
import type { UnsignedAuthorization } from "./authorization"
import { hashOfText, keccak256 } from "./keccak"
import { hexWord, numberWord } from "./words"

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
