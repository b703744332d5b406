import type { PayerDigest } from "@/lib/chain/payer-digest"
import { recoverSigner } from "@/lib/chain/recover-signer"
import { sameAddress } from "@/lib/chain/transfer-logs"
import type { Usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/ledger/payment"
import type { PresentedPayment } from "@/lib/payments/wire/decode"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/payments/wire/requirements"

/** An authorization about to expire may die between the check and its block: three blocks of Base. */
export const EXPIRY_MARGIN_S = 6
/** What is on its way is followed until its window ends, so every window has to end. The 402 asks for 300 seconds. */
export const LONGEST_WINDOW_S = 86_400

type Parties = Pick<PaymentTerms, "network" | "networkV1" | "asset" | "payTo">

/** Refuses what can be refused without the ledger or the chain, cheapest first; `null` when nothing is wrong. */
export function checkTerms(
  payment: PresentedPayment,
  offer: Offer,
  terms: PaymentTerms,
  nowMs: number,
): PaymentReason | null {
  const reason = checkParties(payment, offer.contract.price, terms)
  if (reason !== null) return reason
  if (payment.resourceUrl !== null && !namesOffer(payment.resourceUrl, offer)) return "payment_resource_mismatch"
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
  const isValid = validBeforeS > nowS + EXPIRY_MARGIN_S && validBeforeS <= nowS + LONGEST_WINDOW_S
  return isValid ? null : "invalid_exact_evm_payload_authorization_valid_before"
}

/** By authorization: the settler asks what the gate has asked, and it is found out by arithmetic on a curve. */
const signedByKey = new WeakMap<Authorization, { readonly payerDigest: PayerDigest; readonly isSigned: boolean }>()

/**
 * Whether the payer's own key signed. `false` is no refusal yet for a payer that may be a contract: then the chain
 * decides (ERC-1271).
 */
export function isSignedByKey(authorization: Authorization, payerDigest: PayerDigest): boolean {
  const known = signedByKey.get(authorization)
  if (known?.payerDigest === payerDigest) return known.isSigned
  const isSigned = recoverSigner(payerDigest(authorization), authorization.signature) === authorization.from
  signedByKey.set(authorization, { payerDigest, isSigned })
  return isSigned
}

/** Host and scheme differ behind proxies, so the question alone is compared, however its address is written. */
export function namesOffer(resourceUrl: string, { contract, url }: Offer): boolean {
  if (!URL.canParse(resourceUrl)) return false
  const names = Object.keys(contract.queryParams.shape).sort()
  return questionAt(new URL(resourceUrl), names) === questionAt(new URL(url, "http://any"), names)
}

/** As the route reads it: without a slash too many, and without parameters that say nothing there. */
function questionAt({ pathname, searchParams }: URL, names: readonly string[]): string {
  const said = names.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${withoutApi(pathname).replace(/\/$/, "")}?${new URLSearchParams(said).toString()}`
}

/** The specification writes paths without `/api`; both names are the same resource. */
function withoutApi(url: string): string {
  return url.startsWith("/api/") ? url.slice(4) : url
}
