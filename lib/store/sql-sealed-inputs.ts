import { chunksOf } from "@/lib/domain/chunks-of"
import type { SealedInputStore } from "@/lib/domain/track-record/sealed-store"
import { relaxed } from "./dialect"
import type { Store } from "./open-store"
import { packText, unpackText } from "./stored-text"

/** Hashes per statement. */
const CHUNK = 500
/** Blocks of candles compress to a fifth; shorter texts are lists of hashes, which do not compress. */
const LONG = 2_000

/**
 * Inputs of sealed calls as rows that never change. The record that names them is written afterwards, and its
 * commit writes them to disk.
 */
export function createSqlSealedInputs(store: Store): SealedInputStore {
  return {
    async keep(texts) {
      const known = await present(store, [...texts.keys()])
      const fresh = [...texts].filter(([hash]) => !known.has(hash))
      const rows = await Promise.all(fresh.map(async ([hash, text]) => ({ hash, body: await packText(text, LONG) })))
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
