import { z } from "zod"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import { type CachedFeed, createCachedFeed, type Reader } from "./cached-feed"
import { type FeedPorts, permitted } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

/** Points further ahead than this are left out: the provider's clock is wrong. */
const AHEAD_MS = 60_000

type Point = { readonly atMs: number }

/** A provider of a series. `license` decides whether the profile may read it. */
export type PointsSource<P extends Point> = Pick<Reader<readonly P[]>, "name"> & {
  readonly license: LicenseClass
  read: (previous: readonly P[]) => Promise<{ readonly points: readonly P[]; readonly asOfMs: number }>
}

export type PointsFeedOptions<P extends Point> = {
  readonly name: string
  readonly sources: readonly PointsSource<P>[]
  /** What a point can be. Points of a provider that cannot be are left out; stored ones are read with it. */
  readonly point: z.ZodType<P>
  readonly maxAgeMs: number
  readonly minIntervalMs: number
  readonly graceMs?: number
  /** Older points are of no use and are forgotten. */
  readonly keepMs: number
}

/** A series in time, oldest first, from the first provider that answers. */
export function createPointsFeed<P extends Point>(
  { clock, store, ...rights }: FeedPorts,
  { name, sources, point, maxAgeMs, minIntervalMs, graceMs = 0, keepMs }: PointsFeedOptions<P>,
): CachedFeed<readonly P[]> {
  const Points = z.array(point)
  return createCachedFeed<readonly P[]>({
    readers: permitted(rights, sources).map((source) => ({
      name: source.name,
      async read(previous) {
        const { points, asOfMs } = await source.read(previous?.value ?? [])
        const nowMs = clock()
        const value = points.filter(
          (each) => each.atMs >= nowMs - keepMs && each.atMs <= nowMs + AHEAD_MS && point.safeParse(each).success,
        )
        const newest = value.at(-1)
        // Content is as old as its newest point that is kept: one wrong row must not make it look new, nor too old.
        return { value, asOfMs: newest === points.at(-1) ? asOfMs : (newest?.atMs ?? 0) }
      },
    })),
    clock,
    maxAgeMs,
    minIntervalMs,
    graceMs,
    store: createSqlValueStore(store, name, (json) => Points.parse(json)),
  })
}
