import { sql } from "kysely"
import { batchLoader } from "@/lib/domain/batch-loader"
import { answerColumns } from "@/lib/x402/ledger/payment-row"
import { isRolledBack } from "@/lib/store/dialect"
import { durable } from "@/lib/store/durability"
import { padToCommonLength, type Store } from "@/lib/store/open-store"
import { type Channel, publishedBy } from "./channel"
import type { ChannelStore } from "./channel-ledger"
import { mirrorColumns, openRefunds, toChannel } from "./channel-row"
import { claimable, exposureOf, unclaimedAmount } from "./exposure"
import { insertSales, type StoredCharge } from "./voucher-sales"
import { recordLoss, syncChannel } from "./sync-channel"

/** Few enough for the parameters of one statement. */
const MAX_ROWS_PER_STATEMENT = 24
/** One flush of the disk for all charges that arrive during the last one. */
const CHARGES = { maxBatch: MAX_ROWS_PER_STATEMENT, maxConcurrent: 2 }

export function sqlChannelStore(store: Store): ChannelStore {
  const undone = { isRolledBack: (cause: unknown) => isRolledBack(store, cause) }
  const find = batchLoader((ids: readonly string[]) => findChannels(store, ids), {
    maxBatch: MAX_ROWS_PER_STATEMENT,
    ...undone,
  })
  const charge = batchLoader((charges: readonly StoredCharge[]) => writeCharges(store, charges), {
    ...CHARGES,
    ...undone,
  })
  return {
    find,

    async add({ id, network, config }, read, nowMs) {
      const { withdrawDelayS, ...parties } = config
      await store
        .insertInto("channels")
        .values({
          id,
          network,
          payer: parties.payer,
          payer_authorizer: parties.payerAuthorizer,
          receiver: parties.receiver,
          receiver_authorizer: parties.receiverAuthorizer,
          token: parties.token,
          withdraw_delay_s: withdrawDelayS,
          salt: parties.salt,
          ...mirrorColumns(read, nowMs),
          charged: read.totalClaimed.toString(),
          voucher_total: null,
          voucher_signature: null,
          unclaimed_since_ms: null,
          refund_operation: null,
          published_total: publishedBy(read.totalClaimed).toString(),
          refund_charged: null,
          created_ms: nowMs,
          updated_ms: nowMs,
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute()
    },

    sync: (id, read, readAtMs) => store.transaction().execute((tx) => syncChannel(tx, { id, read, readAtMs })),
    recordLoss: (id) => store.transaction().execute((tx) => recordLoss(tx, id)),
    exposure: (authorizer) => exposureOf(store, authorizer),

    async charge(one) {
      return charge({ ...one, ...(await answerColumns(one.answer)) })
    },

    async unclaimed({ authorizer, except }, limit) {
      const all = claimable(store, authorizer)
        .selectAll()
        .select(openRefunds)
        .where("refund_operation", "is", null)
        .$if(except.length > 0, (query) => query.where("id", "not in", padToCommonLength([...except])))
        .orderBy(sql`case when withdraw_requested_s > 0 then 0 else 1 end`)
        .limit(limit)
      // Many small channels take no places of large ones, and many large ones none of those that wait long.
      const largest = await all.orderBy(unclaimedAmount, "desc").orderBy("unclaimed_since_ms").execute()
      const oldest = largest.length < limit ? [] : await all.orderBy("unclaimed_since_ms").execute()
      const rows = new Map([...largest, ...oldest].map((row) => [row.id, row]))
      return [...rows.values()].map(toChannel)
    },

    async watched(sinceMs, limit) {
      const rows = await store
        .selectFrom("channels")
        .selectAll()
        .select(openRefunds)
        .where((row) => row.or([row("updated_ms", ">=", sinceMs), row("unclaimed_since_ms", "is not", null)]))
        .orderBy("block_number")
        .limit(limit)
        .execute()
      return rows.map(toChannel)
    },
  }
}

async function findChannels(store: Store, ids: readonly string[]): Promise<readonly (Channel | null)[]> {
  const rows = await store
    .selectFrom("channels")
    .selectAll()
    .select(openRefunds)
    .where("id", "in", padToCommonLength([...new Set(ids)]))
    .execute()
  const byId = new Map<string, Channel>(rows.map((row) => [row.id, toChannel(row)]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** The charges that were written, at most one per channel. The callers of the others read the channel again. */
async function writeCharges(store: Store, charges: readonly StoredCharge[]): Promise<readonly boolean[]> {
  const firsts = new Map<string, StoredCharge>()
  for (const charge of charges) if (!firsts.has(charge.channel.id)) firsts.set(charge.channel.id, charge)
  // Sorted by id, so that two processes cannot deadlock.
  const inOrder = [...firsts.values()].toSorted((a, b) => (a.channel.id < b.channel.id ? -1 : 1))
  const written = await durable(store, async (tx) => {
    const next = padToCommonLength(inOrder).map(({ channel, voucher, price, nowMs }) => {
      const expected = (voucher.total - price).toString()
      const [now, refunds] = [sql`cast(${nowMs} as bigint)`, sql`cast(${channel.refunds} as bigint)`]
      return sql`(${channel.id}, ${expected}, ${voucher.total.toString()}, ${voucher.signature}, ${now}, ${refunds})`
    })
    const { rows } = await sql<{ id: string }>`
      with next (id, expected, total, signature, now_ms, refunds) as (values ${sql.join(next)})
      update channels
      set charged = next.total, voucher_total = next.total, voucher_signature = next.signature,
        unclaimed_since_ms = coalesce(channels.unclaimed_since_ms, next.now_ms), updated_ms = next.now_ms
      from next
      where channels.id = next.id and channels.charged = next.expected and channels.refund_operation is null
        and channels.deposit_operation is null and channels.refunds = next.refunds
      returning channels.id`.execute(tx)
    const moved = new Set(rows.map(({ id }) => id))
    const taken = inOrder.filter(({ channel }) => moved.has(channel.id))
    if (taken.length > 0) await insertSales(tx, taken)
    return new Set(taken)
  })
  return charges.map((charge) => written.has(charge))
}
