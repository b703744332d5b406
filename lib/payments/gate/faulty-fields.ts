import { sameAddress } from "@/lib/chain/transfer-logs"
import type { Authorization } from "@/lib/ledger/payment"
import type { Paid, PresentedPayment } from "@/lib/payments/wire/decode"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/payments/wire/requirements"
import { TRANSFER_MAX_AGE_S, type TransferProof, transferProofText } from "@/lib/payments/wire/transfer-proof"
import type { WrongFields } from "@/lib/payments/wire/wrong-fields"
import { checkTerms, checkWindow, EXPIRY_MARGIN_S, LONGEST_WINDOW_S, namesOffer } from "./check"
import { AHEAD_S } from "./verify-transfer"

type Asked = { readonly offer: Offer; readonly terms: PaymentTerms; readonly nowMs: number }

/**
 * Where a payment that can be read says otherwise than the offer, with what it must say, for who writes payloads by hand.
 * Empty where it was refused for something else.
 */
export function faultyFields(reason: PaymentReason, paid: Paid, asked: Asked): WrongFields {
  if (paid.kind === "transfer") return faultyInProof(reason, paid.proof, asked)
  const { payment } = paid
  const { offer, terms, nowMs } = asked
  if (checkTerms(payment, offer, terms, nowMs) !== reason) return {}
  return { ...differing(payment, offer, terms), ...untimely(payment.authorization, nowMs) }
}

/** A path, what stands there, and what must. */
type Field = readonly [path: string, given: string, wanted: string]

function differing(payment: PresentedPayment, offer: Offer, terms: PaymentTerms): WrongFields {
  const { dialect, scheme, network, accepted, resourceUrl, authorization } = payment
  const price = offer.contract.price.toString()
  const top = dialect === "v1" ? "" : "accepted."
  const fields: readonly Field[] = [
    [`${top}scheme`, scheme, "exact"],
    [`${top}network`, network, dialect === "v1" ? terms.networkV1 : terms.network],
    ["accepted.asset", accepted?.asset ?? terms.asset, terms.asset],
    ["accepted.payTo", accepted?.payTo ?? terms.payTo, terms.payTo],
    ["accepted.amount", accepted?.amount ?? price, price],
    ["payload.authorization.to", authorization.to, terms.payTo],
    ["payload.authorization.value", authorization.value.toString(), price],
  ]
  const wrong = fields.filter(([, given, wanted]) => given !== wanted && !(isHex(wanted) && sameAddress(given, wanted)))
  const isElsewhere = resourceUrl !== null && !namesOffer(resourceUrl, offer)
  return {
    ...Object.fromEntries(wrong.map(([path, , wanted]) => [path, `must be ${wanted}`])),
    ...(isElsewhere && { "resource.url": `must be ${terms.origin}${offer.url}` }),
  }
}

function untimely(authorization: Authorization, nowMs: number): WrongFields {
  const reason = checkWindow(authorization, nowMs)
  const nowS = Math.floor(nowMs / 1000)
  if (reason === null) return {}
  if (reason === "invalid_exact_evm_payload_authorization_valid_after") {
    return { "payload.authorization.validAfter": `must be below ${nowS}${IN_SECONDS}` }
  }
  return { "payload.authorization.validBefore": between(nowS + EXPIRY_MARGIN_S + 1, nowS + LONGEST_WINDOW_S) }
}

function faultyInProof(reason: PaymentReason, proof: TransferProof, { offer, terms, nowMs }: Asked): WrongFields {
  if (reason === "invalid_exact_evm_network_mismatch") return { network: `must be ${terms.network}` }
  if (reason === "invalid_transfer_signature") {
    return { "payload.signature": `must be the payer's personal_sign of: ${transferProofText(terms, offer, proof)}` }
  }
  const nowS = Math.floor(nowMs / 1000)
  const [leastS, mostS] = [nowS - TRANSFER_MAX_AGE_S, nowS + AHEAD_S]
  const isUntimely = proof.issuedAtS < leastS || proof.issuedAtS > mostS
  return reason === "transfer_too_old" && isUntimely ? { "payload.issuedAt": between(leastS, mostS) } : {}
}

const IN_SECONDS = ", in seconds since 1970"

function between(leastS: number, mostS: number): string {
  return `must be from ${leastS} to ${mostS}${IN_SECONDS}`
}

function isHex(text: string): boolean {
  return text.startsWith("0x")
}
