import { hashMessage } from "viem"
import { normalizeSignature, recoverSigner } from "@/lib/chain/recover-signer"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import { AppError } from "@/lib/domain/errors"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Payment } from "@/lib/ledger/payment"
import type { SignIns } from "@/lib/ledger/sign-ins"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/payments/wire/requirements"
import { checkSignIn, MAX_SIGN_IN_AGE_MS, type SignIn, signInText } from "@/lib/payments/wire/sign-in"
import type { SignInReason } from "@/lib/payments/wire/sign-in-reason"

/** A settled payment whose answer is still stored. */
export type StoredPurchase = Payment & { readonly answer: NonNullable<Payment["answer"]> }

export type SignInOutcome =
  | { readonly kind: "delivered"; readonly purchase: StoredPurchase }
  | { readonly kind: "refused"; readonly reason: SignInReason }

/** Redelivers what a wallet has bought: the same bytes, nothing charged. Rejects on faults of ours. */
export type RedeliverBySignIn = (signIn: SignIn, offer: Offer) => Promise<SignInOutcome>

export type SignInRedeliveryOptions = {
  readonly signIns: SignIns
  readonly ledger: Pick<Ledger, "find">
  readonly chain: Pick<UsdcChain, "isValidSignature">
  readonly terms: PaymentTerms
  readonly clock: Clock
  readonly redeliveryWindowMs: number
}

/**
 * Checks the message's fields, then the wallet's key, then the ledger. The wallet's contract (ERC-1271) is asked only for a
 * wallet that has bought something, so other requests cost the node nothing and reveal nothing about buyers.
 */
export function createRedeliverBySignIn(options: SignInRedeliveryOptions): RedeliverBySignIn {
  const { signIns, ledger, terms, clock, redeliveryWindowMs } = options

  async function redeliver(signIn: SignIn, offer: Offer): Promise<SignInOutcome> {
    const reason = checkSignIn(signIn, offer, terms, clock())
    if (reason !== null) return refused(reason)
    const address = lowerHex(signIn.address)
    const digest = hashMessage(signInText(signIn))
    const isByKey = recoverSigner(digest, normalizeSignature(lowerHex(signIn.signature))) === address
    const purchase = await findLastPurchase(address, offer)
    if (purchase === null) return refused(isByKey ? "siwx_nothing_bought" : "invalid_siwx_signature")
    if (!isByKey && !(await isByContract(signIn, address, digest))) return refused("invalid_siwx_signature")
    const untilMs = Date.parse(signIn.issuedAt) + MAX_SIGN_IN_AGE_MS
    if (!(await signIns.useNonce(address, signIn.nonce, untilMs, clock()))) return refused("invalid_siwx_nonce")
    return { kind: "delivered", purchase }
  }

  async function findLastPurchase(address: `0x${string}`, offer: Offer): Promise<StoredPurchase | null> {
    const id = await signIns.lastBought(address, resourceOf(offer), clock() - redeliveryWindowMs)
    const payment: Payment | null = id === null ? null : await ledger.find(id)
    return payment?.answer ? { ...payment, answer: payment.answer } : null
  }

  async function isByContract(signIn: SignIn, address: `0x${string}`, digest: `0x${string}`): Promise<boolean> {
    try {
      return await options.chain.isValidSignature(address, digest, signIn.signature)
    } catch (cause) {
      throw new WalletUnreachableError(cause)
    }
  }

  return redeliver
}

function refused(reason: SignInReason): SignInOutcome {
  return { kind: "refused", reason }
}

class WalletUnreachableError extends AppError {
  override readonly name = "WalletUnreachableError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super("The wallet's contract cannot be read now. A sign-in is free; repeat it.", { cause })
  }
}
