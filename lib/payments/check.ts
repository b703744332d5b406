import { authorizationDigest } from "@/lib/chain/authorization-digest"
import { recoverSigner } from "@/lib/chain/recover-signer"
import type { Usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/ledger/payment"
import type { PresentedPayment } from "./decode"
import type { PaymentReason } from "./reason"
import type { Offer, PaymentTerms } from "./requirements"

/** An authorization about to expire may die between the check and its block: three blocks of Base. */
const EXPIRY_MARGIN_S = 6

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
  if (accepted && !equalAddress(accepted.asset, terms.asset)) return "invalid_exact_evm_asset_mismatch"
  if (accepted && !equalAddress(accepted.payTo, terms.payTo)) return "invalid_exact_evm_recipient_mismatch"
  if (!equalAddress(authorization.to, terms.payTo)) return "invalid_exact_evm_recipient_mismatch"
  if (authorization.value !== price || (accepted && accepted.amount !== price.toString())) {
    return "invalid_exact_evm_payload_authorization_value_mismatch"
  }
  return null
}

/** EIP-3009: valid strictly after `validAfter` and strictly before `validBefore`. */
export function checkWindow(authorization: Authorization, nowMs: number): PaymentReason | null {
  const nowS = Math.floor(nowMs / 1000)
  if (authorization.validAfterS >= nowS) return "invalid_exact_evm_payload_authorization_valid_after"
  if (authorization.validBeforeS <= nowS + EXPIRY_MARGIN_S) {
    return "invalid_exact_evm_payload_authorization_valid_before"
  }
  return null
}

/**
 * Whether the payer's own key signed. `false` is no refusal yet for a payer that may be a contract: then the chain
 * decides (ERC-1271).
 */
export function isSignedByKey(authorization: Authorization, separator: `0x${string}`): boolean {
  return recoverSigner(authorizationDigest(separator, authorization), authorization.signature) === authorization.from
}

/** Host and scheme differ behind proxies, so path and query alone are compared. */
function namesOffer(resourceUrl: string, offer: Offer): boolean {
  if (!URL.canParse(resourceUrl)) return false
  const { pathname, search } = new URL(resourceUrl)
  return withoutApi(pathname + search) === withoutApi(offer.url)
}

/** The specification writes paths without `/api`; both names are the same resource. */
function withoutApi(url: string): string {
  return url.startsWith("/api/") ? url.slice(4) : url
}

function equalAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
