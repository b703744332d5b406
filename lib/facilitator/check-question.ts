import { checkParties, checkWindow } from "@/lib/payments/gate/check"
import type { PresentedPayment } from "@/lib/payments/wire/decode"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { PaymentTerms } from "@/lib/payments/wire/requirements"
import type { Requirements } from "./question"

/** Why a facilitator does not take a payment: also for reasons that are the resource server's. */
export type FacilitatorReason =
  | PaymentReason
  | "payee_not_allowed"
  | "invalid_exact_evm_missing_eip712_domain"
  | "invalid_exact_evm_token_name_mismatch"
  | "invalid_exact_evm_token_version_mismatch"

export type FacilitatorTerms = Pick<PaymentTerms, "network" | "networkV1" | "asset" | "domain" | "permit2"> & {
  /** Lower case. Nobody else's payments are worth our gas. */
  readonly payees: readonly `0x${string}`[]
}

/** Refuses what can be refused without ledger and chain; `null` when nothing is wrong. */
export function checkQuestion(
  payment: PresentedPayment,
  requirements: Requirements,
  terms: FacilitatorTerms,
  nowMs: number,
): FacilitatorReason | null {
  const { payTo, amount, domain } = requirements
  const { method } = payment.authorization
  if (requirements.scheme !== "exact") return "unsupported_scheme"
  // Who asks for no method leaves it to the payer.
  if ((requirements.transferMethod ?? method) !== method) return "unsupported_payload_type"
  if (requirements.network !== payment.network) return "invalid_exact_evm_network_mismatch"
  if (requirements.asset.toLowerCase() !== terms.asset.toLowerCase()) return "invalid_exact_evm_asset_mismatch"
  const fault = method === "eip3009" ? checkDomain(domain, terms) : null
  if (fault !== null) return fault
  if (!terms.payees.includes(payTo)) return "payee_not_allowed"
  return checkParties(payment, amount, { ...terms, payTo }) ?? checkWindow(payment.authorization, nowMs)
}

/** A permit is signed under the domain of Permit2, and says nothing of the token's. */
function checkDomain(
  { name, version }: Requirements["domain"],
  { domain }: FacilitatorTerms,
): FacilitatorReason | null {
  if (name === undefined || version === undefined) return "invalid_exact_evm_missing_eip712_domain"
  if (name !== domain.name) return "invalid_exact_evm_token_name_mismatch"
  return version === domain.version ? null : "invalid_exact_evm_token_version_mismatch"
}
