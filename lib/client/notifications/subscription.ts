import { ageMs } from "@/lib/client/age"
import { z } from "zod"
import type { VersionList } from "@/lib/client/versions/newer"
import { versionOf } from "@/lib/client/versions/newer"

/** Something that the reader wants to be told of: when its version changes, or when it can be bought again. */
export const Subscription = z.object({
  /** Of the product: `signal:BTC`. */
  id: z.string(),
  /** `BTC signal` */
  title: z.string(),
  /** `/api/signal/BTC` */
  path: z.string(),
  /** The screen that sells it. */
  href: z.string(),
  /** Commitment of the version that the reader knows of, because it was bought or told; or its beginning. */
  known: z.string(),
  toldAtMs: z.number().nullable(),
  /** Told once, as soon as it is on sale, whatever its version. Absent: of every version that the reader does not know. */
  until: z.literal("back").optional(),
})
export type Subscription = z.output<typeof Subscription>

/** What changes more often is told of once, when this is over. */
export const COOLDOWN_MS = 30 * 60_000

type Snapshot = {
  readonly list: VersionList
  /** Commitments of what was bought of it, or their beginnings. */
  readonly bought: readonly string[]
  readonly nowMs: number
}

/**
 * What a evaluateAll at the versions on sale changes. Pure.
 *
 * @returns the same watch where there is nothing new, and `null` where it is over; `notify` where there is news
 */
export function evaluateSubscription(
  watch: Subscription,
  { list, bought, nowMs }: Snapshot,
): { readonly watch: Subscription | null; readonly notify: boolean } {
  const newest = versionOf(list, watch.path)
  if (watch.until === "back") {
    return newest?.status === "current" ? { watch: null, notify: true } : { watch, notify: false }
  }
  if (newest === null || newest.commitment.startsWith(watch.known)) return { watch, notify: false }
  const known = newest.commitment
  if (bought.some((one) => known.startsWith(one))) return { watch: { ...watch, known }, notify: false }
  const isSoon = watch.toldAtMs !== null && ageMs(watch.toldAtMs, nowMs) < COOLDOWN_MS
  // What cannot be bought is no news yet.
  if (newest.status !== "current" || isSoon) return { watch, notify: false }
  return { watch: { ...watch, known, toldAtMs: nowMs }, notify: true }
}
