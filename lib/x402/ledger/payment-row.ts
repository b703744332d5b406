import type { Selectable } from "kysely"
import { unwrapSignature, wrapSignature } from "@/lib/x402/chain/authorization"
import { usdc } from "@/lib/domain/usdc"
import { packText, unpackText } from "@/lib/store/stored-text"
import type { Tables } from "@/lib/store/tables"
import { hex } from "./hex"
import type { Answer, Authorization, Payment, Purchase } from "./payment"

export type PaymentRow = Selectable<Tables["payments"]>

/** The longest answers have 60,000 characters, and every sold answer is kept for days. */
const LONG_ANSWER = 8_000

export async function answerColumns(answer: Answer) {
  const body = packed.get(answer) ?? packText(answer.body, LONG_ANSWER)
  packed.set(answer, body)
  return { answer_body: await body, answer_etag: answer.etag }
}

/** One answer is often sold many times. */
const packed = new WeakMap<Answer, Promise<string>>()

export async function toPayment(row: PaymentRow): Promise<Payment> {
  const { answer_body: body, answer_etag: etag } = row
  return {
    id: row.id,
    state: row.state,
    network: row.network,
    asset: hex(row.asset),
    resource: row.resource,
    endpoint: row.endpoint,
    authorization: toAuthorization(row),
    answer: body === null ? null : { body: await unpackText(body), etag },
    transaction: row.transaction_hash === null ? null : hex(row.transaction_hash),
    reason: row.reason,
    claimedUntilMs: row.claimed_until_ms,
    answeredAtMs: row.answered_ms,
    settledAtMs: row.settled_ms,
  }
}

/** The columns that `toAuthorization` needs: rows without their answers are small. */
export const AUTHORIZATION_COLUMNS = [
  "payer",
  "pay_to",
  "amount",
  "nonce",
  "signature",
  "valid_after_s",
  "valid_before_s",
] as const satisfies readonly (keyof PaymentRow)[]

export function toAuthorization(row: Pick<PaymentRow, (typeof AUTHORIZATION_COLUMNS)[number]>): Authorization {
  return {
    from: hex(row.payer),
    to: hex(row.pay_to),
    value: usdc(BigInt(row.amount)),
    validAfterS: row.valid_after_s,
    validBeforeS: row.valid_before_s,
    nonce: hex(row.nonce),
    ...unwrapSignature(hex(row.signature)),
  }
}

/** All columns of a proof in a payment's row. */
export function proofColumns({ network, asset, authorization }: Purchase) {
  return {
    network,
    asset: asset.toLowerCase(),
    payer: authorization.from,
    nonce: authorization.nonce,
    ...termsColumns(authorization),
  }
}

/** The fields that a payer may have signed differently under the same nonce after the first proof was released. */
export function termsColumns(authorization: Authorization) {
  const { to, value, validAfterS, validBeforeS } = authorization
  return {
    pay_to: to,
    amount: value.toString(),
    signature: wrapSignature(authorization),
    valid_after_s: validAfterS,
    valid_before_s: validBeforeS,
  }
}
