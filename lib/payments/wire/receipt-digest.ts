import { typedDigest } from "@/lib/chain/authorization"
import { hashOfText, keccak256 } from "@/lib/chain/crypto"
import { hexWord, numberWord } from "@/lib/chain/words"

/** The fields of a receipt. */
export type ReceiptPayload = {
  readonly version: 1
  readonly network: string
  readonly resourceUrl: string
  readonly payer: `0x${string}`
  /** Seconds. */
  readonly issuedAt: number
  /** Empty for a payment by voucher. */
  readonly transaction: string
}

const textWord = (text: string) => hexWord(hashOfText(text))

/** Chain 1 whatever the network: the extension signs off chain and names the network in the message (section 3.2). */
const SEPARATOR = keccak256(
  `0x${[
    textWord("EIP712Domain(string name,string version,uint256 chainId)"),
    textWord("x402 receipt"),
    textWord("1"),
    numberWord(1),
  ].join("")}`,
)

const RECEIPT_TYPE = textWord(
  "Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)",
)

/**
 * The 32 bytes (EIP-712) that are signed for a receipt. Encoded by hand, because it runs for every payment.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/extension-offer-and-receipt.md
 */
export function receiptDigest(payload: ReceiptPayload): `0x${string}` {
  const { version, network, resourceUrl, payer, issuedAt, transaction } = payload
  return typedDigest(SEPARATOR, [
    RECEIPT_TYPE,
    numberWord(version),
    textWord(network),
    textWord(resourceUrl),
    textWord(payer),
    numberWord(issuedAt),
    textWord(transaction),
  ])
}
