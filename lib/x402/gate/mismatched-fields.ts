import { sameAddress } from "@/lib/x402/chain/usdc-contract"
import type { Dialect, PaymentProof, PresentedPayment } from "@/lib/x402/wire/decode"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/x402/wire/requirements"
import { MAX_TRANSFER_AGE_S, type TransferProof, transferProofText } from "@/lib/x402/wire/transfer-proof"
import type { InvalidFields } from "@/lib/x402/wire/malformed-fields"
import { checkTerms, checkWindow, EXPIRY_MARGIN_S, MAX_WINDOW_S, matchesOffer } from "./verify-authorization"
import { MAX_CLOCK_SKEW_S } from "./verify-transfer"

type OfferedNow = { readonly offer: Offer; readonly terms: PaymentTerms; readonly nowMs: number }

/**
 * The fields of a well-formed payment that do not match the offer, each with the value that it must have. Empty when the
 * payment was refused for another reason.
 */
export function mismatchedFields(reason: PaymentReason, paid: PaymentProof, offered: OfferedNow): InvalidFields {
  if (paid.kind === "transfer") return mismatchedInProof(reason, paid.proof, offered)
  const { payment } = paid
  const { offer, terms, nowMs } = offered
  if (checkTerms(payment, offer, terms, nowMs) !== reason) return {}
  return { ...mismatchedTerms(payment, offer, terms), ...mismatchedWindow(payment, nowMs) }
}

const ofX402 = {
  scheme: "accepted.scheme",
  network: "accepted.network",
  asset: "accepted.asset",
  payTo: "accepted.payTo",
  amount: "accepted.amount",
  resource: "resource.url",
  authorization: "payload.authorization",
} as const

/** Where each protocol has the fields of a payment. */
const fieldNames = {
  v1: { ...ofX402, scheme: "scheme", network: "network" },
  v2: ofX402,
  mpp: {
    scheme: "challenge.method",
    network: "challenge.request.methodDetails.chainId",
    asset: "challenge.request.currency",
    payTo: "challenge.request.recipient",
    amount: "challenge.request.amount",
    resource: "challenge.opaque.path",
    authorization: "payload",
  },
} as const satisfies Record<Dialect, unknown>

type Field = readonly [path: string, given: string, expected: string]

function mismatchedTerms(payment: PresentedPayment, offer: Offer, terms: PaymentTerms): InvalidFields {
  const { dialect, scheme, network, accepted, resourceUrl, authorization } = payment
  const price = offer.contract.price.toString()
  const names = fieldNames[dialect]
  const fields: readonly Field[] = [
    [names.scheme, scheme, "exact"],
    [names.network, network, dialect === "v1" ? terms.networkV1 : terms.network],
    [names.asset, accepted?.asset ?? terms.asset, terms.asset],
    [names.payTo, accepted?.payTo ?? terms.payTo, terms.payTo],
    [names.amount, accepted?.amount ?? price, price],
    [`${names.authorization}.to`, authorization.to, terms.payTo],
    [`${names.authorization}.value`, authorization.value.toString(), price],
  ]
  const wrong = fields.filter(
    ([, given, expected]) => given !== expected && !(isHex(expected) && sameAddress(given, expected)),
  )
  const isElsewhere = resourceUrl !== null && !matchesOffer(resourceUrl, offer)
  return {
    ...Object.fromEntries(wrong.map(([path, , expected]) => [path, `must be ${expected}`])),
    ...(isElsewhere && { [names.resource]: `must be ${terms.origin}${offer.url}` }),
  }
}

function mismatchedWindow({ authorization, dialect }: PresentedPayment, nowMs: number): InvalidFields {
  const path = fieldNames[dialect].authorization
  const reason = checkWindow(authorization, nowMs)
  const nowS = Math.floor(nowMs / 1000)
  if (reason === null) return {}
  if (reason === "invalid_exact_evm_payload_authorization_valid_after") {
    return { [`${path}.validAfter`]: `must be below ${nowS}${IN_SECONDS}` }
  }
  return { [`${path}.validBefore`]: between(nowS + EXPIRY_MARGIN_S + 1, nowS + MAX_WINDOW_S) }
}

function mismatchedInProof(
  reason: PaymentReason,
  proof: TransferProof,
  { offer, terms, nowMs }: OfferedNow,
): InvalidFields {
  if (reason === "invalid_exact_evm_network_mismatch") return { network: `must be ${terms.network}` }
  if (reason === "invalid_transfer_signature") {
    return { "payload.signature": `must be the payer's personal_sign of: ${transferProofText(terms, offer, proof)}` }
  }
  if (reason === "transfer_index_required") return { "payload.index": "must be the place of one transfer, from 0" }
  const nowS = Math.floor(nowMs / 1000)
  const [minS, maxS] = [nowS - MAX_TRANSFER_AGE_S, nowS + MAX_CLOCK_SKEW_S]
  const isUntimely = proof.issuedAtS < minS || proof.issuedAtS > maxS
  return reason === "transfer_too_old" && isUntimely ? { "payload.issuedAt": between(minS, maxS) } : {}
}

const IN_SECONDS = ", in seconds since 1970"

function between(minS: number, maxS: number): string {
  return `must be from ${minS} to ${maxS}${IN_SECONDS}`
}

function isHex(text: string): boolean {
  return text.startsWith("0x")
}
