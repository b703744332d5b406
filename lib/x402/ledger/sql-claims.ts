import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import { batchLoader } from "@/lib/domain/batch-loader"
import { isRolledBack } from "@/lib/store/dialect"
import { relaxed } from "@/lib/store/durability"
import { padToCommonLength, type Store } from "@/lib/store/open-store"
import {
  ABANDONED,
  type PendingSpend,
  type Claim,
  CLAIM_MS,
  ClaimNotWrittenError,
  latestClaimEndMs,
  type Ledger,
} from "./ledger"
import { paymentId, type Purchase } from "./payment"
import { answerColumns, type PaymentRow, proofColumns, toPayment } from "./payment-row"

/** Few enough for the parameters of one statement; the caller reads the chain while the next rows are written. */
const MAX_ROWS_PER_STATEMENT = 24

type Steps = Pick<Ledger, "find" | "claim" | "pendingSpend" | "saveAnswer">

/** The part of the ledger that every paid call uses. Concurrent calls share a statement for each step. */
export function sqlClaims(store: Store, processId: string): Steps {
  const shared = <Q, A>(ask: (questions: readonly Q[]) => Promise<readonly A[]>) =>
    batchLoader(ask, { maxBatch: MAX_ROWS_PER_STATEMENT, isRolledBack: (cause) => isRolledBack(store, cause) })

  const findRow = shared((ids: readonly string[]) => findRows(store, ids))
  const insert = shared((rows: readonly ClaimRow[]) => relaxed(store, (db) => insertClaims(db, rows)))
  const pendingSpend = shared((asked: readonly Asked[]) => pendingSpendOfEach(store, asked))
  const save = shared((answers: readonly SavedAnswer[]) => relaxed(store, (db) => saveAnswers(db, answers)))

  async function claim(purchase: Purchase, nowMs: number): Promise<Claim> {
    const row = toClaimRow(purchase, processId, nowMs)
    try {
      if (await insert(row)) return { kind: "claimed", owner: row.claim_owner }
      // The row that prevented the insert may be pruned by now.
      return (await relaxed(store, (db) => takeOver(db, row))) ?? (await claim(purchase, nowMs))
    } catch (cause) {
      throw isRolledBack(store, cause) ? new ClaimNotWrittenError(cause) : cause
    }
  }

  return {
    async find(id) {
      const row = await findRow(id)
      return row === null ? null : toPayment(row)
    },

    claim,
    pendingSpend: (id, nowMs) => pendingSpend({ id, nowMs }),

    async saveAnswer(id, owner, answer, nowMs) {
      return save({ id, owner, ...(await answerColumns(answer)), nowMs })
    },
  }
}

async function findRows(store: Store, ids: readonly string[]): Promise<readonly (PaymentRow | null)[]> {
  const rows = await store
    .selectFrom("payments")
    .selectAll()
    .where("id", "in", padToCommonLength([...new Set(ids)]))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** The owner of every claim begins with its process. */
function ownerPrefix(processId: string): string {
  return `${processId}/`
}

/**
 * Releases what a dead process has claimed and not sent. Answers that wait for the settling process stay: it settles them.
 *
 * @returns their number
 */
export async function releaseClaimsOf(db: Store, processId: string, nowMs: number): Promise<number> {
  const result = await db
    .updateTable("payments")
    .set(abandonedAt(nowMs))
    .where("state", "in", ["claimed", "answered"])
    .where("queued_ms", "is", null)
    .where("claim_owner", "like", `${ownerPrefix(processId)}%`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export function abandonedAt(nowMs: number) {
  return { state: "released", reason: ABANDONED, answer_body: null, answer_etag: null, updated_ms: nowMs } as const
}

type ClaimRow = ReturnType<typeof toClaimRow>

function toClaimRow(purchase: Purchase, processId: string, nowMs: number) {
  return {
    id: paymentId(purchase),
    // All fields of the proof: the payer may have signed the same nonce again with other terms.
    ...proofColumns(purchase),
    state: "claimed" as const,
    endpoint: purchase.endpoint,
    resource: purchase.resource,
    claim_owner: ownerPrefix(processId) + randomUUID(),
    claimed_until_ms: nowMs + CLAIM_MS,
    updated_ms: nowMs,
  }
}

/**
 * Returns the ids that were inserted: the unique id accepts one of equal rows. Sorted by id, so that two processes
 * cannot deadlock.
 */
async function insertClaims(db: Store, rows: readonly ClaimRow[]): Promise<readonly boolean[]> {
  const inOrder = rows.toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id))
  const inserted = await db
    .insertInto("payments")
    .values(padToCommonLength(inOrder).map((row) => ({ ...row, created_ms: row.updated_ms })))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("claim_owner")
    .execute()
  const owners = new Set(inserted.map((row) => row.claim_owner))
  return rows.map((row) => owners.has(row.claim_owner))
}

/** A released row, as a claim finds it and starts it again. */
const NOTHING_YET = {
  queued_ms: null,
  reason: null,
  transaction_hash: null,
  answer_body: null,
  answer_etag: null,
  answered_ms: null,
}

/**
 * Takes over a row whose proof is unspent (released, refused, or claimed by a process that has ended), or returns its
 * owner. The process that changes a row owns it. `null`: there is no row.
 */
async function takeOver(db: Store, { id, ...row }: ClaimRow): Promise<Claim | null> {
  const taken = await db
    .updateTable("payments")
    .set({ ...row, ...NOTHING_YET })
    .where("id", "=", id)
    .where((is) =>
      is.or([
        is("state", "in", ["released", "refused"]),
        is.and([
          is("state", "in", ["claimed", "answered"]),
          is.or([
            is("claimed_until_ms", "<", row.updated_ms),
            is("claimed_until_ms", ">", latestClaimEndMs(row.updated_ms)),
          ]),
          is("resource", "=", row.resource),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (taken.numUpdatedRows === 1n) return { kind: "claimed", owner: row.claim_owner }

  const [found] = await findRows(db, [id])
  if (!found) return null
  const payment = await toPayment(found)
  if (payment.resource !== row.resource) return { kind: "other_resource", payment }
  return { kind: payment.state === "settled" ? "settled" : "busy", payment }
}

type Asked = { readonly id: string; readonly nowMs: number }

/**
 * Payments and deposits of the payer. The rows are few, because prices are few. They are added up in JavaScript, because SQLite rounds large sums. Written
 * as SQL, so that the index of open payments is used. An index is in `asked` once, though a payment may be there twice.
 */
async function pendingSpendOfEach(store: Store, asked: readonly Asked[]): Promise<readonly PendingSpend[]> {
  const list = padToCommonLength(asked)
  const { rows } = await sql<{ place: number; state: PaymentRow["state"]; amount: string; payments: number }>`
    with asked (place, id, now_ms, latest_ms) as (values ${sql.join(
      list.map(({ id, nowMs }, place) => {
        return sql`(${sql.lit(place)}, ${id}, cast(${nowMs} as bigint), cast(${latestClaimEndMs(nowMs)} as bigint))`
      }),
    )})
    select asked.place, other.state, cast(other.amount as text) as amount, count(*) as payments
    from asked
    join payments as own on own.id = asked.id
    join payments as other on other.payer = own.payer and other.asset = own.asset and other.network = own.network
    where other.nonce <> own.nonce
      and other.state in ('claimed', 'answered', 'sent')
      and (other.state = 'sent' or other.claimed_until_ms between asked.now_ms and asked.latest_ms)
      and (other.state <> 'claimed' or (other.claimed_until_ms, other.seq) < (own.claimed_until_ms, own.seq))
    group by asked.place, other.state, other.amount
    union all
    select asked.place, case deposit.state when 'sent' then 'sent' else 'answered' end, deposit.amount, count(*)
    from channel_operations as deposit
    join channels on channels.id = deposit.channel_id
    join payments as own on own.payer = channels.payer and own.asset = channels.token and own.network = channels.network
    join asked on asked.id = own.id
    where deposit.kind = 'deposit' and deposit.state in ('queued', 'sent')
    group by asked.place, deposit.state, deposit.amount`.execute(store)
  const sums = asked.map(() => ({ unsent: 0n, sent: 0n }))
  for (const { place, state, amount, payments } of rows) {
    const sum = sums[place]
    if (sum) sum[state === "sent" ? "sent" : "unsent"] += BigInt(amount) * BigInt(payments)
  }
  return sums
}

type SavedAnswer = Awaited<ReturnType<typeof answerColumns>> & {
  readonly id: string
  readonly owner: string
  readonly nowMs: number
}

/**
 * Returns the answers that were stored. Every claim has its own owner, and the first of two answers to one claim is
 * stored. Written as SQL, because kysely takes longer to build it than the database to run it.
 */
async function saveAnswers(db: Store, answers: readonly SavedAnswer[]): Promise<readonly boolean[]> {
  const firsts = new Map<string, SavedAnswer>()
  for (const answer of answers) if (!firsts.has(answer.owner)) firsts.set(answer.owner, answer)
  const kept = padToCommonLength([...firsts.values()]).map(
    ({ id, owner, answer_body: body, answer_etag: etag, nowMs }) =>
      sql`(${id}, ${owner}, ${body}, ${etag}, cast(${nowMs} as bigint))`,
  )
  const { rows } = await sql<{ claim_owner: string }>`
    with kept (id, owner, body, etag, now_ms) as (values ${sql.join(kept)})
    update payments
    set state = 'answered', answer_body = kept.body, answer_etag = kept.etag, answered_ms = kept.now_ms,
      updated_ms = kept.now_ms
    from kept
    where payments.id = kept.id and payments.claim_owner = kept.owner and payments.state = 'claimed'
    returning claim_owner`.execute(db)
  const owners = new Set(rows.map((row) => row.claim_owner))
  return answers.map((answer) => firsts.get(answer.owner) === answer && owners.has(answer.owner))
}
