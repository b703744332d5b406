import { encodeAbiParameters } from "viem"
import { type SignedTransfer, typedDigest } from "./authorization-digest"
import { hashOfText, keccak256 } from "./keccak"
import { EXACT_PERMIT2_PROXY, PERMIT2 } from "./permit2"
import { hexWord, numberWord } from "./words"

const TOKEN_TYPE = "TokenPermissions(address token,uint256 amount)"
const WITNESS_TYPE = "Witness(address to,uint256 validAfter)"

/** Permit2's has no version. */
const DOMAIN_TYPE_HASH = hashOfText("EIP712Domain(string name,uint256 chainId,address verifyingContract)")
const TOKEN_TYPE_HASH = hashOfText(TOKEN_TYPE)
const WITNESS_TYPE_HASH = hashOfText(WITNESS_TYPE)
const PERMIT_TYPE_HASH = hashOfText(
  "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)" +
    TOKEN_TYPE +
    WITNESS_TYPE,
)

/** The EIP-712 domain of Permit2 on a chain. */
export function permit2Separator(chainId: number): `0x${string}` {
  return keccak256(
    encodeAbiParameters(
      [{ type: "bytes32" }, { type: "bytes32" }, { type: "uint256" }, { type: "address" }],
      [DOMAIN_TYPE_HASH, hashOfText("Permit2"), BigInt(chainId), PERMIT2],
    ),
  )
}

/**
 * The 32 bytes that a payer signed for Permit2: one token, x402's spender, and as witness the payee and the beginning.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/exact/scheme_exact_evm.md (Permit2)
 */
export function permit2Digest(separator: `0x${string}`, token: `0x${string}`, transfer: SignedTransfer): `0x${string}` {
  const permitted = [hexWord(TOKEN_TYPE_HASH), hexWord(token), numberWord(transfer.value)]
  const witness = [hexWord(WITNESS_TYPE_HASH), hexWord(transfer.to), numberWord(transfer.validAfterS)]
  return typedDigest(separator, [
    hexWord(PERMIT_TYPE_HASH),
    hexWord(keccak256(`0x${permitted.join("")}`)),
    hexWord(EXACT_PERMIT2_PROXY),
    hexWord(transfer.nonce),
    numberWord(transfer.validBeforeS),
    hexWord(keccak256(`0x${witness.join("")}`)),
  ])
}
