import type { PayerDigest } from "@/lib/chain/authorization"
import { recoverSigner } from "@/lib/chain/crypto"
import { sameAddress } from "@/lib/chain/usdc-contract"
import type { Usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/ledger/payment"
import type { PresentedPayment } from "@/lib/payments/wire/decode"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/payments/wire/requirements"

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
  const reason = checkParties(payment, offer.contract.price, terms)
  if (reason !== null) return reason
  if (payment.resourceUrl !== null && !matchesOffer(payment.resourceUrl, offer)) return "payment_resource_mismatch"
  return checkWindow(payment.authorization, nowMs)
}

/** Whether a payment moves a price in the right token to the right payee. */
export function checkParties(payment: PresentedPayment, price: Usdc, terms: Parties): PaymentReason | null {
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
