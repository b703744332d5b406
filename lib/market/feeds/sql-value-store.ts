import type { Store } from "@/lib/store/open-store"
import { UnreadableValueError, type ValueStore } from "./cached-feed"
import { packText, unpackText } from "@/lib/store/stored-text"

/** Earlier than any fetch time. */
const NEVER_MS = -1
/** A stored value dated further ahead was written before the clock was set back. */
const MAX_LEAD_MS = 5 * 60_000

/**
 * Stores the last good value of a feed as JSON, compressed if long. `parse` validates the stored value, which an older
 * version may have written, and throws if it does not match.
 */
export function createSqlValueStore<T>(store: Store, name: string, parse: (json: unknown) => T): ValueStore<T> {
  return {
    async load(newerThanMs = NEVER_MS) {
      const row = await store
        .selectFrom("feed_values")
        .selectAll()
        .where("name", "=", name)
        .where("fetched_at_ms", ">", newerThanMs)
        .executeTakeFirst()
      if (row === undefined) return null
      const { source, as_of_ms: asOfMs, fetched_at_ms: fetchedAtMs } = row
      try {
        return { value: parse(JSON.parse(await unpackText(row.value))), source, asOfMs, fetchedAtMs }
      } catch (cause) {
        throw new UnreadableValueError(`What is stored of ${name} no longer fits.`, { cause })
      }
    },

    async save({ value, source, asOfMs, fetchedAtMs }) {
      const row = { source, as_of_ms: asOfMs, fetched_at_ms: fetchedAtMs, value: await packText(JSON.stringify(value)) }
      await store
        .insertInto("feed_values")
        .values({ name, ...row })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet(row)
            .where((compare) =>
              compare.or([
                compare("feed_values.fetched_at_ms", "<=", fetchedAtMs),
                compare("feed_values.fetched_at_ms", ">", fetchedAtMs + MAX_LEAD_MS),
              ]),
            ),
        )
        .execute()
    },
  }
}
