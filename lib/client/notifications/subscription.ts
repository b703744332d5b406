import { ageMs } from "@/lib/client/age"
import { z } from "zod"
import type { VersionList } from "@/lib/client/versions/newer"
import { versionOf } from "@/lib/client/versions/newer"

/** A product that the user wants to be notified of: when its version changes, or when it is back on sale. */
export const Subscription = z.object({
  /** Product id: `signal:BTC`. */
  id: z.string(),
  /** `BTC signal` */
  title: z.string(),
  /** `/api/signal/BTC` */
  path: z.string(),
  /** The screen that sells the product. */
  href: z.string(),
  /** Commitment (or a prefix) of the last version that was bought or notified of. */
  known: z.string(),
  toldAtMs: z.number().nullable(),
  /** Notify once, when the product is back on sale. Absent: notify of every unknown version. */
  until: z.literal("back").optional(),
})
export type Subscription = z.output<typeof Subscription>

/** Minimum time between two notifications for one product. */
export const COOLDOWN_MS = 30 * 60_000

type Snapshot = {
  readonly list: VersionList
  /** Commitments (or prefixes) of bought versions. */
  readonly bought: readonly string[]
  readonly nowMs: number
}

/**
 * Applies a version list to a subscription. Pure.
 *
 * @returns the subscription (unchanged if nothing is new, `null` when it is finished) and whether to notify
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
  // A version that cannot be bought is not worth a notification.
  if (newest.status !== "current" || isSoon) return { watch, notify: false }
  return { watch: { ...watch, known, toldAtMs: nowMs }, notify: true }
}
