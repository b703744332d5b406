import { numberToHex } from "viem"
import type { answerColumns } from "@/lib/x402/ledger/payment-row"
import { padToPowerOfTwo, type Store } from "@/lib/store/open-store"
import { type Charge, chargeId } from "./channel"

/** A charge with its answer as it is stored. */
export type StoredCharge = Omit<Charge, "answer"> & Awaited<ReturnType<typeof answerColumns>>

/** Sales by voucher are payments that were settled when they were made. */
export async function insertSales(tx: Store, charges: readonly StoredCharge[]): Promise<void> {
  const rows = charges.map(({ channel, voucher, price, resource, endpoint, nowMs, answer_body, answer_etag }) => ({
    id: chargeId(channel, voucher.total),
    state: "settled" as const,
    network: channel.network,
    asset: channel.config.token,
    payer: channel.config.payer,
    pay_to: channel.config.receiver,
    amount: price.toString(),
    nonce: numberToHex(voucher.total, { size: 32 }),
    valid_after_s: 0,
    valid_before_s: 0,
    signature: voucher.signature,
    endpoint,
    resource,
    claim_owner: "",
    claimed_until_ms: nowMs,
    answer_body,
    answer_etag,
    created_ms: nowMs,
    updated_ms: nowMs,
    answered_ms: nowMs,
    settled_ms: nowMs,
    channel_id: channel.id,
  }))
  await tx
    .insertInto("payments")
    .values(padToPowerOfTwo(rows))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute()
}
