import type { ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { FearGreedFeed } from "@/lib/domain/regime/regime-facts"
import { isoTime } from "@/lib/domain/utc-day"
import type { moodContract } from "./mood-contract"

/** @throws {DataUnavailableError} without the index; nothing is charged then. */
export async function getMood(deps: { readonly fearGreed: FearGreedFeed }): Promise<ResponseOf<typeof moodContract>> {
  const known = await deps.fearGreed.read()
  const newest = known?.value.at(-1)
  if (!known || !newest) throw new DataUnavailableError("The fear & greed index is too old.")
  return { index: newest.index, source: known.source, as_of: isoTime(known.asOfMs) }
}
