import { concat, toHex } from "viem"
import { hashOfText, keccak256 } from "@/lib/chain/keccak"

/** What a receipt says. */
export type ReceiptPayload = {
  readonly version: 1
  readonly network: string
  readonly resourceUrl: string
  readonly payer: `0x${string}`
  /** Seconds. */
  readonly issuedAt: number
  readonly transaction: `0x${string}`
}

const word = (value: number) => toHex(value, { size: 32 })

/** Chain 1 whatever the network: the extension signs off chain and names the network in the message (section 3.2). */
const SEPARATOR = keccak256(
  concat([
    hashOfText("EIP712Domain(string name,string version,uint256 chainId)"),
    hashOfText("x402 receipt"),
    hashOfText("1"),
    word(1),
  ]),
)

const RECEIPT_TYPE = hashOfText(
  "Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)",
)

/**
 * The 32 bytes (EIP-712) that a receipt is signed by. Written out, because it is made for every payment.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/extension-offer-and-receipt.md
 */
export function receiptDigest(payload: ReceiptPayload): `0x${string}` {
  const { version, network, resourceUrl, payer, issuedAt, transaction } = payload
  const structHash = keccak256(
    concat([
      RECEIPT_TYPE,
      word(version),
      hashOfText(network),
      hashOfText(resourceUrl),
      hashOfText(payer),
      word(issuedAt),
      hashOfText(transaction),
    ]),
  )
  return keccak256(concat(["0x1901", SEPARATOR, structHash]))
}
