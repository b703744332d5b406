import { hashMessage } from "viem"
import { normalizeSignature, recoverSigner } from "@/lib/chain/recover-signer"
import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock } from "@/lib/domain/clock"
import { AppError } from "@/lib/domain/errors"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Payment } from "@/lib/ledger/payment"
import type { SignIns } from "@/lib/ledger/sign-ins"
import { type Offer, type PaymentTerms, resourceOf } from "@/lib/payments/wire/requirements"
import { checkSignIn, SIGN_IN_MS, type SignIn, signInText } from "@/lib/payments/wire/sign-in"
import type { SignInReason } from "@/lib/payments/wire/sign-in-reason"

/** A purchase whose answer is kept. */
export type Bought = Payment & { readonly answer: NonNullable<Payment["answer"]> }

export type RevisitOutcome =
  | { readonly kind: "delivered"; readonly bought: Bought }
  | { readonly kind: "refused"; readonly reason: SignInReason }

/** Lets a wallet fetch again what it has bought: the same bytes, nothing charged. Rejects on faults of ours. */
export type Revisit = (signIn: SignIn, offer: Offer) => Promise<RevisitOutcome>

export type RevisitOptions = {
  readonly signIns: SignIns
  readonly ledger: Pick<Ledger, "find">
  readonly chain: Pick<UsdcChain, "isValidSignature">
  readonly terms: PaymentTerms
  readonly clock: Clock
  readonly redeliveryWindowMs: number
}

/**
 * Cheapest first: the message's own fields, the wallet's key, the ledger, and only for a wallet that has bought
 * something its contract (ERC-1271). A stranger so learns nothing of who bought what, and costs the node nothing.
 */
export function createRevisit(options: RevisitOptions): Revisit {
  const { signIns, ledger, terms, clock, redeliveryWindowMs } = options

  async function revisit(signIn: SignIn, offer: Offer): Promise<RevisitOutcome> {
    const fault = checkSignIn(signIn, offer, terms, clock())
    if (fault !== null) return refused(fault)
    const address = lowerHex(signIn.address)
    const digest = hashMessage(signInText(signIn))
    const isByKey = recoverSigner(digest, normalizeSignature(lowerHex(signIn.signature))) === address
    const bought = await lastBought(address, offer)
    if (bought === null) return refused(isByKey ? "siwx_nothing_bought" : "invalid_siwx_signature")
    if (!isByKey && !(await isByContract(signIn, address, digest))) return refused("invalid_siwx_signature")
    const untilMs = Date.parse(signIn.issuedAt) + SIGN_IN_MS
    if (!(await signIns.useNonce(address, signIn.nonce, untilMs, clock()))) return refused("invalid_siwx_nonce")
    return { kind: "delivered", bought }
  }

  async function lastBought(address: `0x${string}`, offer: Offer): Promise<Bought | null> {
    const id = await signIns.lastBought(address, resourceOf(offer), clock() - redeliveryWindowMs)
    const payment: Payment | null = id === null ? null : await ledger.find(id)
    return payment?.answer ? { ...payment, answer: payment.answer } : null
  }

  async function isByContract(signIn: SignIn, address: `0x${string}`, digest: `0x${string}`): Promise<boolean> {
    try {
      return await options.chain.isValidSignature(address, digest, unwrapSignature(signIn.signature).signature)
    } catch (cause) {
      throw new WalletNotAskedError(cause)
    }
  }

  return revisit
}

function refused(reason: SignInReason): RevisitOutcome {
  return { kind: "refused", reason }
}

class WalletNotAskedError extends AppError {
  override readonly name = "WalletNotAskedError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super("The wallet's contract cannot be asked now. Nothing is charged for a sign-in; repeat it.", { cause })
  }
}
