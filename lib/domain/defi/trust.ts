import { DAY_MS } from "@/lib/domain/utc-day"
import type { Protocol, TrustBook } from "./yield-pool"

/** What is known about one protocol. `isKnown` false: no book, so even "never hacked" is unknown. */
export type Trust = {
  readonly isKnown: boolean
  readonly protocol: Protocol | null
  readonly lastHackMs: number | null
}

/** Looks protocols up by the slug that pools carry. */
export type TrustIndex = (project: string) => Trust

/**
 * Indexes a trust book.
 *
 * An exploit counts against every version of the protocol it names (`aave` against `aave-v3`): the list of exploits
 * rarely names versions, and to err on that side is the safe side.
 */
export function indexTrust(book: TrustBook | null): TrustIndex {
  if (book === null) return () => ({ isKnown: false, protocol: null, lastHackMs: null })
  const protocols = new Map(book.protocols.map((protocol) => [protocol.slug, protocol]))
  const hacks = new Map<string, number>()
  for (const { name, atMs } of book.hacks) {
    const family = familyOf(slugOf(name))
    hacks.set(family, Math.max(atMs, hacks.get(family) ?? atMs))
  }
  return (project) => ({
    isKnown: true,
    protocol: protocols.get(project) ?? null,
    lastHackMs: hacks.get(familyOf(project)) ?? null,
  })
}

/** The name of a protocol, in one spelling for every answer: the publisher's, else the slug. */
export function protocolName({ protocol }: Pick<Trust, "protocol">, project: string): string {
  return protocol?.name ?? project
}

/** Days since an instant; `null` of `null`. */
export function daysSince(timeMs: number | null, nowMs: number): number | null {
  return timeMs === null ? null : (nowMs - timeMs) / DAY_MS
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^-|-$/g, "")
}

/** The slug without its version: `aave` of `aave-v3`. */
export function familyOf(slug: string): string {
  return slug.replace(/-v\d+(\.\d+)?$/, "")
}
