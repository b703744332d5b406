import type { PayerDigest } from "@/lib/x402/chain/authorization"
import { recoverSigner } from "@/lib/x402/chain/crypto"
import { sameAddress } from "@/lib/x402/chain/usdc-contract"
import type { Usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/x402/ledger/payment"
import type { PresentedPayment } from "@/lib/x402/wire/decode"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/x402/wire/requirements"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { ChainUnavailableError } from "@/lib/x402/errors"
import { preflightFailureReason, searchSinceS } from "@/lib/x402/settlement/on-chain-outcome"
import type { VerificationResult } from "./payment-attempt"

/** An authorization must stay valid until its block: three blocks of Base. */
export const EXPIRY_MARGIN_S = 6
/** A transaction is followed until the window of its payments ends, so windows are bounded. The 402 asks for 300 seconds. */
export const MAX_WINDOW_S = 86_400
/** A window may be longer by this, because the clocks of payers differ. */
const CLOCK_SKEW_S = 60

type Parties = Pick<PaymentTerms, "network" | "networkV1" | "asset" | "payTo">

/** Checks that need neither the ledger nor the chain, cheapest first. `null` when the payment matches the offer. */
export function checkTerms(
  payment: PresentedPayment,
  offer: Offer,
  terms: PaymentTerms,
  nowMs: number,
): PaymentReason | null {
  if (payment.challenge && terms.challenges?.isIssued(payment.challenge) !== true) return "invalid_challenge"
  const reason = checkParties(payment, offer.contract.price, terms)
  if (reason !== null) return reason
  if (payment.resourceUrl !== null && !matchesOffer(payment.resourceUrl, offer)) return "payment_resource_mismatch"
  return checkWindow(payment.authorization, nowMs)
}

/** Whether a payment moves a price in the right token to the right payee. */
function checkParties(payment: PresentedPayment, price: Usdc, terms: Parties): PaymentReason | null {
  const { authorization, accepted } = payment
  if (payment.scheme !== "exact") return "unsupported_scheme"
  if (payment.network !== (payment.dialect === "v1" ? terms.networkV1 : terms.network)) {
    return "invalid_exact_evm_network_mismatch"
  }
  if (accepted && !sameAddress(accepted.asset, terms.asset)) return "invalid_exact_evm_asset_mismatch"
  if (accepted && !sameAddress(accepted.payTo, terms.payTo)) return "invalid_exact_evm_recipient_mismatch"
  if (!sameAddress(authorization.to, terms.payTo)) return "invalid_exact_evm_recipient_mismatch"
  const isPrice = authorization.value === price && (accepted === null || accepted.amount === price.toString())
  return isPrice ? null : "invalid_exact_evm_payload_authorization_value_mismatch"
}

/** EIP-3009: valid strictly after `validAfter` and strictly before `validBefore`, which may be a day from now at most. */
export function checkWindow(authorization: Authorization, nowMs: number): PaymentReason | null {
  const { validAfterS, validBeforeS } = authorization
  const nowS = Math.floor(nowMs / 1000)
  if (validAfterS >= nowS) return "invalid_exact_evm_payload_authorization_valid_after"
  const isValid = validBeforeS > nowS + EXPIRY_MARGIN_S && validBeforeS <= nowS + MAX_WINDOW_S + CLOCK_SKEW_S
  return isValid ? null : "invalid_exact_evm_payload_authorization_valid_before"
}

/** Results by authorization: gate and settler both ask, and recovery of a signer is expensive. */
const signedByKey = new WeakMap<Authorization, { readonly payerDigest: PayerDigest; readonly isSigned: boolean }>()

/** Whether the payer's own key signed. For a payer that may be a contract, `false` means that the chain decides (ERC-1271). */
export function isSignedByKey(authorization: Authorization, payerDigest: PayerDigest): boolean {
  const known = signedByKey.get(authorization)
  if (known?.payerDigest === payerDigest) return known.isSigned
  const isKey = authorization.deployment === null
  const isSigned = isKey && recoverSigner(payerDigest(authorization), authorization.signature) === authorization.from
  signedByKey.set(authorization, { payerDigest, isSigned })
  return isSigned
}

/** Whether a URL names the offer. Compares path and parameters only, because host and scheme differ behind proxies. */
export function matchesOffer(resourceUrl: string, { contract, url }: Offer): boolean {
  if (!URL.canParse(resourceUrl)) return false
  const names = Object.keys(contract.queryParams.shape).sort()
  return canonicalRequest(new URL(resourceUrl), names) === canonicalRequest(new URL(url, "http://any"), names)
}

/** The request as the route reads it: without a trailing slash and without unknown parameters. */
function canonicalRequest({ pathname, searchParams }: URL, names: readonly string[]): string {
  const params = names.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${withoutApi(pathname).replace(/\/$/, "")}?${new URLSearchParams(params).toString()}`
}

/** The specification writes paths without `/api`; both paths name the same resource. */
function withoutApi(url: string): string {
  return url.startsWith("/api/") ? url.slice(4) : url
}

type Ports = {
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "isValidSignature">
  readonly payerDigest: PayerDigest
  /** Until when an earlier claim of the proof lasted; `null` when it is presented for the first time. */
  readonly takenMs: number | null
  readonly nowMs: number
}

/** Checks the payer's key, then the chain: one round trip, unless the authorization was used before. */
export async function verifyAuthorization(
  authorization: Authorization,
  { chain, payerDigest, takenMs, nowMs }: Ports,
): Promise<VerificationResult> {
  const signedByKey = isSignedByKey(authorization, payerDigest)
  let state: Awaited<ReturnType<typeof chain.preflight>>
  try {
    // The simulation runs the wallet's own code, so it must not share a call with others.
    state = await chain.preflight(authorization, !signedByKey)
  } catch (cause) {
    return { kind: "failed", cause: new ChainUnavailableError(cause) }
  }
  // An unknown factory is never called, because the call would cost our gas. A used authorization needs no call.
  if (!state.used && state.deployment === "refused") return { kind: "refused", reason: "eip6492_factory_not_allowed" }
  const reason = preflightFailureReason(authorization, state)
  if (reason === null) {
    // Some wallets wrap their signatures (ERC-6492) after they are deployed, too.
    const deployment = state.deployment === "unneeded" ? null : authorization.deployment
    return { kind: "payable", balance: state.balance, askedMs: nowMs, deployment }
  }
  // Another sender's transaction may have moved the money. Then the payer gets its answer. A search that fails leaves
  // the outcome unknown, so the payment is not refused.
  if (state.used && (signedByKey || (await isSignedByWallet(authorization, { chain, payerDigest })))) {
    const sinceS = searchSinceS(takenMs ?? nowMs)
    const { transfer, isCertain } = await chain.findTransfer(authorization, sinceS)
    if (transfer) return { kind: "alreadyPaid", transfer }
    const isRecent = takenMs !== null || authorization.validAfterS >= sinceS
    if (!isCertain && isRecent) throw new Error("The node does not show the transaction that used an authorization.")
  }
  // When neither the payer's key nor its contract confirms the signature, the signature is the likeliest reason.
  const isUnsigned = reason === "invalid_exact_evm_transaction_simulation_failed" && !signedByKey
  return { kind: "refused", reason: isUnsigned ? "invalid_exact_evm_signature" : reason }
}

/** Asks a smart wallet (ERC-1271). The token does it itself, but not for a used nonce or without enough balance. */
export function isSignedByWallet(
  authorization: Authorization,
  { chain, payerDigest }: Pick<Ports, "payerDigest"> & { readonly chain: Pick<UsdcChain, "isValidSignature"> },
): Promise<boolean> {
  return chain.isValidSignature(authorization.from, payerDigest(authorization), authorization.signature)
}

/**
 * Whether only the payer's key decides. An account with delegated code (EIP-7702) is treated as a smart wallet by the token,
 * even if its key signed.
 */
export async function isSignedByKeyOnly(
  authorization: Authorization,
  { chain, payerDigest }: Pick<Ports, "payerDigest"> & { readonly chain: Pick<UsdcChain, "hasCode"> },
): Promise<boolean> {
  if (!isSignedByKey(authorization, payerDigest)) return false
  return !(await chain.hasCode(authorization.from).catch(() => false))
}
