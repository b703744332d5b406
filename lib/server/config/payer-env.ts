import { z } from "zod"
import { DAY_MS } from "@/lib/domain/utc-day"
import { Address, OnOff, optional, PrivateKey, wholeNumber, withDefault } from "./fields"
import { WalletFactories } from "./wallet-factories"

/** Variables of payment verification and redelivery. */
export const payerFields = {
  REDELIVERY_WINDOW_S: withDefault(wholeNumber(60, 86_400), "900").describe(
    "How long a wallet that signs in fetches again what it bought, in seconds.",
  ),
  RESEND_WINDOW_S: withDefault(wholeNumber(60, 86_400), "300").describe(
    "The same for the bare payment header, in seconds: the chain publishes it, so anybody could show it.",
  ),
  ANSWERS_KEPT_DAYS: withDefault(wholeNumber(1, 3_650), "7").describe(
    "How long the ledger keeps what was sold word by word, the bytes of its transactions, and payments that bought nothing, " +
      "in days. The sales themselves stay.",
  ),
  TRANSFER_CONFIRMATIONS: withDefault(wholeNumber(1, 64), "1").describe(
    "Blocks that a transfer which the payer sent itself must be deep, its own included.",
  ),
  RECEIPT_PRIVATE_KEY: optional(PrivateKey).describe(
    "Key that signs offers and receipts (x402 offer-receipt). It holds nothing and is published as an address in " +
      "/.well-known/did.json. Absent: nothing is signed.",
  ),
  RECEIPT_FORMER_ADDRESSES: optional(
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .pipe(z.array(Address)),
  ).describe(
    "Addresses of keys that RECEIPT_PRIVATE_KEY had before, with commas: what they signed can still be checked.",
  ),
  RECEIPT_RESPONSE_HASH: withDefault(OnOff, "off").describe(
    "Receipts have the SHA-256 of the answer too (version 2 of x402 offer-receipt, pull request 3186). Off until upstream has " +
      "merged it, because @x402/extensions 2.27 cannot check it. Wants RECEIPT_PRIVATE_KEY.",
  ),
  MPP_SECRET_KEY: optional(PrivateKey).describe(
    "Takes payments by MPP too, the HTTP authentication scheme Payment, and binds its challenges (HMAC): echo 0x$(openssl rand " +
      "-hex 32). Every process of a service has the same. Absent: x402 alone.",
  ),
  WALLET_FACTORIES: optional(WalletFactories).describe(
    "Factories that may be called for a payer whose smart wallet is not deployed yet (ERC-6492): addresses with commas " +
      "between them, or coinbase for those of Base Account. Absent: none. Each deployment costs the settler gas.",
  ),
}

export type PayerTerms = {
  readonly redeliveryWindowMs: number
  readonly resendWindowMs: number
  /** At least as long as both windows. */
  readonly answersKeptMs: number
  readonly transferConfirmations: number
  /** `null`: offers and receipts are not signed. */
  readonly receiptPrivateKey: `0x${string}` | null
  /** Whether receipts have the hash of the answer. */
  readonly receiptResponseHash: boolean
  readonly receiptFormerAddresses: readonly `0x${string}`[]
  /** `null`: MPP is off. */
  readonly mppSecretKey: `0x${string}` | null
  /** Factories that may be called for a wallet that is not deployed yet. */
  readonly walletFactories: readonly `0x${string}`[]
}

export function toPayerTerms(env: z.output<z.ZodObject<typeof payerFields>>): PayerTerms {
  return {
    redeliveryWindowMs: env.REDELIVERY_WINDOW_S * 1_000,
    resendWindowMs: env.RESEND_WINDOW_S * 1_000,
    answersKeptMs: env.ANSWERS_KEPT_DAYS * DAY_MS,
    transferConfirmations: env.TRANSFER_CONFIRMATIONS,
    receiptPrivateKey: env.RECEIPT_PRIVATE_KEY ?? null,
    receiptResponseHash: env.RECEIPT_RESPONSE_HASH,
    receiptFormerAddresses: env.RECEIPT_FORMER_ADDRESSES ?? [],
    mppSecretKey: env.MPP_SECRET_KEY ?? null,
    walletFactories: env.WALLET_FACTORIES ?? [],
  }
}
