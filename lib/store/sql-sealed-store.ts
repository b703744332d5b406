import type { Selectable } from "kysely"
import { chunksOf } from "@/lib/domain/chunks-of"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { GENESIS_HASH } from "@/lib/domain/track-record/chain"
import type { SealedFacts, SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { OutcomeStore, SealedInputStore, SealedStore } from "@/lib/domain/track-record/sealed-store"
import type { QuestionOutcome } from "@/lib/domain/track-record/question-outcome"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { Store } from "./open-store"
import type { Tables } from "./tables"
import { relaxed } from "./durability"
import { packText, unpackText } from "./stored-text"

type Row = Selectable<Tables["sealed_signals"]>

/** Rows or hashes per statement; SQLite binds at most 32,766 values. */
const CHUNK = 500

/**
 * The chain as rows that never change.
 *
 * Each record's predecessor is unique, so the database refuses one of two processes that extend the same head.
 */
export function createSqlSealedStore(store: Store): SealedStore {
  const read: SealedSignal[] = []
  let readSeq = 0

  return {
    async append(record) {
      return store.transaction().execute(async (tx) => {
        const head = await newest(tx).executeTakeFirst()
        if (record.prevHash !== (head?.hash ?? GENESIS_HASH)) return "conflict"
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto("sealed_signals")
          .values(toRow(record))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n ? "appended" : "conflict"
      })
    },

    head: async () => toRecord(await newest(store).executeTakeFirst()),

    async find(id) {
      return toRecord(await store.selectFrom("sealed_signals").selectAll().where("id", "=", id).executeTakeFirst())
    },

    async latest(coin, beforeMs) {
      const row = await store
        .selectFrom("sealed_signals")
        .selectAll()
        .where("coin", "=", coin)
        .where("decision_time_ms", "<", beforeMs)
        .orderBy("decision_time_ms", "desc")
        .limit(1)
        .executeTakeFirst()
      return toRecord(row)
    },

    /** Records never change, so each is read and parsed once per process. */
    async list() {
      const rows = await store
        .selectFrom("sealed_signals")
        .selectAll()
        .where("seq", ">", readSeq)
        .orderBy("seq")
        .execute()
      for (const row of rows) {
        // Another reader may have stored them in the meantime.
        if (row.seq <= readSeq) continue
        read.push(recordOf(row))
        readSeq = row.seq
      }
      return [...read]
    },
  }
}

/** Outcomes as rows; the first one of an id and horizon, and the first result of an id and ticker, stay. */
export function createSqlOutcomeStore(store: Store): OutcomeStore {
  return {
    async add(outcomes) {
      for (const part of chunksOf(outcomes, CHUNK)) {
        const rows = part.map((measured) => ({
          id: measured.id,
          horizon: measured.horizon,
          entry_price_usd: measured.entryPriceUsd,
          exit_price_usd: measured.exitPriceUsd,
          exit_time_ms: measured.exitTimeMs,
          high_usd: measured.highUsd ?? null,
          low_usd: measured.lowUsd ?? null,
          source: measured.source,
        }))
        await store
          .insertInto("sealed_settlements")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["id", "horizon"]).doNothing())
          .execute()
      }
    },

    list: readWhenGrown(
      () => countOf(store, "sealed_settlements"),
      () => allSettlements(store),
    ),

    async addQuestions(outcomes) {
      for (const part of chunksOf(outcomes, CHUNK)) {
        const rows = part.map(({ id, ticker, isYes, priceUsd, endMs, source }) => {
          const result = isYes ? ("yes" as const) : ("no" as const)
          return { id, ticker, result, price_usd: priceUsd, end_ms: endMs, source }
        })
        await store
          .insertInto("question_outcomes")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["id", "ticker"]).doNothing())
          .execute()
      }
    },

    listQuestions: readWhenGrown(
      () => countOf(store, "question_outcomes"),
      () => allQuestionOutcomes(store),
    ),
  }
}

/**
 * Rows are only added, by any process: an unchanged count means unchanged rows. Concurrent callers share one read of the
 * table.
 */
function readWhenGrown<T>(count: () => Promise<number>, readAll: () => Promise<readonly T[]>) {
  let read: { readonly rows: number; readonly list: Promise<readonly T[]> } | null = null
  return async () => {
    const rows = await count()
    if (read?.rows === rows) return read.list
    const fresh = { rows, list: readAll() }
    read = fresh
    fresh.list.catch(() => {
      if (read === fresh) read = null
    })
    return fresh.list
  }
}

async function countOf(store: Store, table: "sealed_settlements" | "question_outcomes"): Promise<number> {
  const { count } = await store
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function allSettlements(store: Store): Promise<readonly MeasuredOutcome[]> {
  const rows = await store.selectFrom("sealed_settlements").selectAll().execute()
  return rows.map((row) => ({
    id: row.id,
    horizon: row.horizon,
    entryPriceUsd: row.entry_price_usd,
    exitPriceUsd: row.exit_price_usd,
    exitTimeMs: row.exit_time_ms,
    ...(row.high_usd !== null && { highUsd: row.high_usd }),
    ...(row.low_usd !== null && { lowUsd: row.low_usd }),
    source: row.source,
  }))
}

async function allQuestionOutcomes(store: Store): Promise<readonly QuestionOutcome[]> {
  const rows = await store.selectFrom("question_outcomes").selectAll().execute()
  return rows.map(({ id, ticker, result, price_usd: priceUsd, end_ms: endMs, source }) => {
    return { id, ticker, isYes: result === "yes", priceUsd, endMs, source }
  })
}

function newest(store: Store) {
  return store.selectFrom("sealed_signals").selectAll().orderBy("seq", "desc").limit(1)
}

function toRow({ facts, nonce, commitment, prevHash, hash }: SealedSignal) {
  return {
    id: facts.id,
    coin: facts.coin,
    decision_time_ms: facts.decisionTimeMs,
    sealed_at_ms: facts.sealedAtMs,
    facts: canonicalJson(facts),
    nonce,
    commitment,
    prev_hash: prevHash,
    hash,
  }
}

function toRecord(row: Row | undefined): SealedSignal | null {
  return row === undefined ? null : recordOf(row)
}

function recordOf({ facts, nonce, commitment, prev_hash: prevHash, hash }: Row): SealedSignal {
  // Written only by `toRow`, and the commitment proves that it was not changed.
  return { facts: JSON.parse(facts) as SealedFacts, nonce, commitment, prevHash, hash }
}

/** Blocks of candles compress to a fifth; shorter texts are lists of hashes, which do not compress. */
const LONG_INPUT = 2_000

/**
 * Inputs of sealed calls as rows that never change. The record that names them is written afterwards, and its
 * commit writes them to disk.
 */
export function createSqlSealedInputs(store: Store): SealedInputStore {
  return {
    async keep(texts) {
      const known = await present(store, [...texts.keys()])
      const fresh = [...texts].filter(([hash]) => !known.has(hash))
      const rows = await Promise.all(
        fresh.map(async ([hash, text]) => ({ hash, body: await packText(text, LONG_INPUT) })),
      )
      if (rows.length > 0) await relaxed(store, (db) => insert(db, rows))
    },

    async read(hashes) {
      const texts = new Map<string, string>()
      for (const part of chunksOf(hashes, CHUNK)) {
        const rows = await store.selectFrom("sealed_inputs").selectAll().where("hash", "in", part).execute()
        for (const { hash, body } of rows) texts.set(hash, await unpackText(body))
      }
      return texts
    },
  }
}

async function insert(db: Store, rows: readonly { readonly hash: string; readonly body: string }[]): Promise<void> {
  for (const part of chunksOf(rows, CHUNK)) {
    await db
      .insertInto("sealed_inputs")
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function present(store: Store, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const part of chunksOf(hashes, CHUNK)) {
    const rows = await store.selectFrom("sealed_inputs").select("hash").where("hash", "in", part).execute()
    for (const { hash } of rows) found.add(hash)
  }
  return found
}
