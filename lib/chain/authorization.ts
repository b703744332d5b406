import type { Usdc } from "@/lib/domain/usdc"
import type { Deployment } from "./erc6492"

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
