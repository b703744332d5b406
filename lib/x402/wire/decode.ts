import { z } from "zod"
import { unwrapSignature } from "@/lib/x402/chain/authorization"
import { parseJson } from "@/lib/domain/parse-json"
import type { Authorization } from "@/lib/x402/ledger/payment"
import {
  Bytes32,
  type ExactPayload,
  identifierIn,
  identifierOf,
  PayloadV1,
  PayloadV2,
  TransferPayload,
  UnsupportedPayload,
} from "./payloads"
import {
  AcceptedScheme,
  type ChannelPayment,
  ChannelPaymentV2,
  toChannelPayment,
  UnsupportedDeposit,
} from "./channel-payloads"
import { credentialsIn, echoedChallenge, PaymentCredential } from "./mpp"
import type { PaymentReason } from "./reason"
import type { EchoedChallenge } from "./requirements"
import type { TransferProof } from "./transfer-proof"

/** The protocol of a payment, and so of its response: a version of x402, or MPP. */
export type Dialect = "v1" | "v2" | "mpp"

/** A payment as presented, before it is verified. */
export type PresentedPayment = {
  readonly dialect: Dialect
  readonly scheme: string
  readonly network: string
  /** The requirements that the client accepted; `null` for version 1, which does not name them. */
  readonly accepted: { readonly amount: string; readonly asset: string; readonly payTo: string } | null
  /** Echoed by the client and not signed: a check against mistakes, not a proof. */
  readonly resourceUrl: string | null
  /** The payer's idempotency key; `null` when there is none, as always in version 1. */
  readonly identifier: string | null
  /** The challenge that the payment answers; absent in x402, where there is none. */
  readonly challenge?: EchoedChallenge
  readonly authorization: Authorization
}

export type Decoded =
  | { readonly kind: "none" }
  | { readonly kind: "invalid"; readonly reason: PaymentReason }
  | { readonly kind: "payment"; readonly payment: PresentedPayment }
  | { readonly kind: "transfer"; readonly proof: TransferProof }
  | { readonly kind: "channel"; readonly payment: ChannelPayment }

/** A payment to be made, or the proof of a transfer that was made. */
export type PaymentProof = Extract<Decoded, { kind: "payment" | "transfer" }>

/** The largest honest payment, with a passkey signature, has 6 KB. */
const MAX_HEADER_LENGTH = 16_384

/** The fields that select the schema. Trying each schema in turn would cost a full parse each time. */
const Kind = z.object({ x402Version: z.unknown().optional(), scheme: z.unknown().optional() })

/**
 * Reads the payment headers of a request. Never throws: the result is a payment, no payment, or a reason for refusal.
 *
 * Some wallets send the same payment in `PAYMENT-SIGNATURE` (version 2) and `X-PAYMENT` (version 1). Two different payments
 * are refused, because only one of them could be charged. A credential of MPP comes alone.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md
 */
export function decodePayment(headers: Headers): Decoded {
  const found = [headers.get("payment-signature"), headers.get("x-payment")]
    .filter((value) => value !== null)
    .map(decodeHeader)
  const [credential, ...others] = credentialsIn(headers)
  if (credential !== undefined) {
    const isAlone = others.length + found.length === 0
    return isAlone
      ? withIdempotencyKey(decodeCredential(credential), headers)
      : { kind: "invalid", reason: "two_protocols" }
  }
  const [first, second] = found
  if (first === undefined) return { kind: "none" }
  if (second === undefined || first.kind === "invalid") return withIdempotencyKey(first, headers)
  if (second.kind === "invalid") return second
  return isSame(first, second) ? withIdempotencyKey(first, headers) : { kind: "invalid", reason: "two_payments" }
}

/** `Idempotency-Key` is the payment identifier of a payment that has none, as in version 1. */
function withIdempotencyKey(decoded: Decoded, headers: Headers): Decoded {
  const key = headers.get("idempotency-key")
  if (key === null || decoded.kind !== "payment" || decoded.payment.identifier !== null) return decoded
  const identifier = identifierOf(key.replace(/^"(.*)"$/, "$1"))
  if (identifier === null) return { kind: "invalid", reason: "invalid_payment_identifier" }
  return { kind: "payment", payment: { ...decoded.payment, identifier } }
}

function isSame(a: Decoded, b: Decoded): boolean {
  if (a.kind === "payment" && b.kind === "payment") return sameProof(a.payment, b.payment)
  if (a.kind === "channel" && b.kind === "channel") {
    return a.payment.type === b.payment.type && a.payment.voucher.signature === b.payment.voucher.signature
  }
  if (a.kind !== "transfer" || b.kind !== "transfer") return false
  return a.proof.transaction === b.proof.transaction && a.proof.signature === b.proof.signature
}

function decodeHeader(value: string): Decoded {
  // HTTP joins several lines of one header with commas, which base64 does not contain.
  if (value.includes(",") && !value.trimStart().startsWith("{")) return { kind: "invalid", reason: "two_payments" }
  const json = readHeader(value)
  const decoded = decodePayload(json)
  const isHashAlone = decoded.kind === "invalid" && decoded.reason === "invalid_payload" && namesTransaction(json)
  return isHashAlone ? { kind: "invalid", reason: "payer_signature_required" } : decoded
}

/** A transaction hash, with or without the quotes of JSON. */
const HASH_AS_TEXT = /^\s*"?(?<hash>0x[0-9a-fA-F]{64})"?\s*$/

/** Names under which nodes, wallets and this service write a transaction hash. */
const TRANSACTION_NAMES = ["transaction", "txHash", "transactionHash", "tx_hash", "transaction_hash", "tx", "hash"]

/** Whether a value is a transaction hash, or has one in a field. */
export function namesTransaction(json: unknown): boolean {
  if (Bytes32.safeParse(json).success) return true
  const { payload, ...top } = z.looseObject({ payload: z.unknown().optional() }).safeParse(json).data ?? {}
  const inPayload = z.record(z.string(), z.unknown()).safeParse(payload).data ?? {}
  return [top, inPayload].some((names: Readonly<Record<string, unknown>>) =>
    TRANSACTION_NAMES.some((name) => Bytes32.safeParse(names[name]).success),
  )
}

/** Reads a payment that is JSON already. */
export function decodePayload(json: unknown): Decoded {
  const { x402Version, scheme } = Kind.safeParse(json).data ?? {}
  if (scheme === "transfer") return decodeTransfer(json)
  switch (x402Version) {
    case 1:
      return decodeV1(json)
    case 2:
      return decodeV2(json)
    default:
      return { kind: "invalid", reason: typeof x402Version === "number" ? "invalid_x402_version" : "invalid_payload" }
  }
}

function decodeV1(json: unknown): Decoded {
  const parsed = PayloadV1.safeParse(json)
  if (!parsed.success) return { kind: "invalid", reason: "invalid_payload" }
  const { scheme, network, payload } = parsed.data
  const authorization = toAuthorization(payload)
  return {
    kind: "payment",
    payment: {
      dialect: "v1",
      scheme,
      network,
      accepted: null,
      resourceUrl: null,
      identifier: null,
      authorization,
    },
  }
}

function decodeV2(json: unknown): Decoded {
  if (AcceptedScheme.safeParse(json).success) return decodeChannelPayment(json)
  const parsed = PayloadV2.safeParse(json)
  if (!parsed.success) {
    const isUnsupported = UnsupportedPayload.safeParse(json).success
    return { kind: "invalid", reason: isUnsupported ? "unsupported_payload_type" : "invalid_payload" }
  }
  const { accepted, payload, resource, extensions } = parsed.data
  const { identifier, isValid } = identifierIn(extensions)
  if (!isValid) return { kind: "invalid", reason: "invalid_payment_identifier" }
  return {
    kind: "payment",
    payment: {
      dialect: "v2",
      scheme: accepted.scheme,
      network: accepted.network,
      accepted,
      resourceUrl: resource?.url ?? null,
      identifier,
      authorization: toAuthorization(payload),
    },
  }
}

/** MPP: the same authorization as in x402, with the challenge that it answers. */
function decodeCredential(text: string): Decoded {
  const parsed = PaymentCredential.safeParse(readHeader(text))
  if (!parsed.success) return { kind: "invalid", reason: "invalid_payload" }
  const { payload, challenge } = parsed.data
  const { amount, currency, recipient, methodDetails } = challenge.request.value
  const { signature, ...authorization } = payload
  return {
    kind: "payment",
    payment: {
      dialect: "mpp",
      scheme: "exact",
      network: `eip155:${methodDetails.chainId}`,
      accepted: { amount, asset: currency, payTo: recipient },
      resourceUrl: `https://${challenge.realm}${challenge.opaque.value.path}`,
      identifier: null,
      challenge: echoedChallenge(parsed.data),
      authorization: toAuthorization({ signature, authorization }),
    },
  }
}

function decodeChannelPayment(json: unknown): Decoded {
  const parsed = ChannelPaymentV2.safeParse(json)
  if (parsed.success) return { kind: "channel", payment: toChannelPayment(parsed.data) }
  const isUnsupported = UnsupportedDeposit.safeParse(json).success
  const reason = isUnsupported ? "invalid_batch_settlement_evm_erc3009_authorization_required" : "invalid_payload"
  return { kind: "invalid", reason }
}

function decodeTransfer(json: unknown): Decoded {
  const parsed = TransferPayload.safeParse(json)
  if (!parsed.success) return { kind: "invalid", reason: "invalid_payload" }
  const { network, payload } = parsed.data
  const { transaction, index, payer, issuedAt, signature } = payload
  const proof = {
    network,
    transaction,
    ...(index !== undefined && { index }),
    payer,
    issuedAtS: issuedAt,
    signature: unwrapSignature(signature).signature,
  }
  return { kind: "transfer", proof }
}

function toAuthorization({ signature, authorization }: z.output<typeof ExactPayload>): Authorization {
  const { from, to, value, nonce, validAfter, validBefore } = authorization
  return {
    from,
    to,
    value,
    nonce,
    validAfterS: validAfter,
    validBeforeS: validBefore,
    ...unwrapSignature(signature),
  }
}

/** The JSON of a header (plain or base64), or its transaction hash; `undefined` when it is neither, or too long. */
export function readHeader(value: string): unknown {
  if (value.length > MAX_HEADER_LENGTH) return undefined
  const isPlain = value.trimStart().startsWith("{") || HASH_AS_TEXT.test(value)
  const text = isPlain ? value : Buffer.from(value, "base64").toString("utf8")
  return HASH_AS_TEXT.exec(text)?.groups?.["hash"] ?? parseJson(text)
}

function sameProof(a: PresentedPayment, b: PresentedPayment): boolean {
  const [x, y] = [a.authorization, b.authorization]
  return x.signature === y.signature && x.nonce === y.nonce
}
