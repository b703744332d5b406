import { sql } from "kysely"
import { numberToHex } from "viem"
import type { answerColumns } from "@/lib/x402/ledger/payment-row"
import { isPostgres } from "@/lib/store/dialect"
import { padToCommonLength, type Store } from "@/lib/store/open-store"
import { type Charge, chargeId } from "./channel"

/** A charge with its answer as it is stored. */
export type StoredCharge = Omit<Charge, "answer"> & Awaited<ReturnType<typeof answerColumns>>

/**
 * Sales by voucher are payments that were settled when they were made. What the channel's row has is read from there, because
 * each value that a statement carries takes time.
 */
export async function insertSales(tx: Store, charges: readonly StoredCharge[]): Promise<void> {
  const sold = padToCommonLength(charges).map((charge) => {
    const { channel, voucher, price, resource, endpoint, nowMs, answer_body: body, answer_etag: etag } = charge
    const [id, nonce] = [chargeId(channel, voucher.total), numberToHex(voucher.total, { size: 32 })]
    return sql`(${id}, ${channel.id}, ${price.toString()}, ${nonce}, ${voucher.signature}, ${endpoint}, ${resource}, ${body}, ${etag},
      cast(${nowMs} as bigint))`
  })
  // The column of PostgreSQL is a number, that of SQLite a text.
  const amount = isPostgres(tx) ? sql`cast(sold.amount as numeric)` : sql`sold.amount`
  // Without a condition SQLite reads "on conflict" as part of the join: https://www.sqlite.org/lang_upsert.html#parsing_ambiguity
  await sql`
    with sold (id, channel_id, amount, nonce, signature, endpoint, resource, body, etag, now_ms) as (values ${sql.join(sold)})
    insert into payments (id, state, network, asset, payer, pay_to, amount, nonce, valid_after_s, valid_before_s, signature,
      endpoint, resource, claim_owner, claimed_until_ms, answer_body, answer_etag, created_ms, updated_ms, answered_ms,
      settled_ms, channel_id)
    select sold.id, 'settled', channels.network, channels.token, channels.payer, channels.receiver, ${amount}, sold.nonce, 0, 0,
      sold.signature, sold.endpoint, sold.resource, '', sold.now_ms, sold.body, sold.etag, sold.now_ms, sold.now_ms, sold.now_ms,
      sold.now_ms, channels.id
    from sold inner join channels on channels.id = sold.channel_id
    where true
    on conflict (id) do nothing`.execute(tx)
}
