import { DAY_MS } from "@/lib/domain/utc-day"
import type { Hack, Protocol, TrustData } from "./yield-pool"

/**
 * The known facts about one protocol. `isKnown` is false without a list of exploits, so it is unknown, too, that a
 * protocol was never hacked.
 */
export type Trust = {
  readonly isKnown: boolean
  readonly protocol: Protocol | null
  /** Time of the last exploit with a material or unknown loss. */
  readonly lastHackMs: number | null
  /** The exploit to report: the last material exploit, else the last exploit. */
  readonly exploit?: Exploit | null
}

/** `netLossUsd` is the loss after returned funds; `lossPct` relates it to the value locked. `null` is unknown. */
export type Exploit = {
  readonly atMs: number
  readonly netLossUsd: number | null
  readonly lossPct: number | null
  readonly isMaterial: boolean
}

/** Looks protocols up by the slug that pools carry. */
export type TrustIndex = (project: string) => Trust

/** A net loss below this share of the value locked does not bar a protocol. An unknown share does. */
export const MIN_MATERIAL_LOSS_PCT = 1

/**
 * Indexes protocols and hacks.
 *
 * An exploit is joined by the protocol's id, then by the parent of its versions, and by name only if it has neither. It counts
 * against every version of a protocol (an exploit of `gmx-v1` against `gmx-v2-perps`).
 */
export function indexTrust(trustData: TrustData | null): TrustIndex {
  if (trustData === null) return () => ({ isKnown: false, protocol: null, lastHackMs: null })
  const protocols = new Map(trustData.protocols.map((protocol) => [protocol.slug, protocol]))
  if (trustData.hacks === null) {
    return (project) => ({ isKnown: false, protocol: protocols.get(project) ?? null, lastHackMs: null })
  }
  const byId = new Map(
    trustData.protocols.flatMap((protocol) => (protocol.id == null ? [] : [[protocol.id, protocol]])),
  )
  const tvlUsd = lockedByFamily(trustData.protocols)
  const exploits = new Map<string, Exploit[]>()
  for (const hack of trustData.hacks) {
    const key = familyOfHack(hack, byId)
    exploits.set(key, [...(exploits.get(key) ?? []), toExploit(hack, tvlUsd.get(key) ?? null)])
  }
  return (project) => {
    const protocol = protocols.get(project) ?? null
    const keys = new Set([keyOfProtocol(protocol, project), nameKey(project)])
    const own = [...keys].flatMap((key) => exploits.get(key) ?? []).toSorted((a, b) => b.atMs - a.atMs)
    const material = own.find(({ isMaterial }) => isMaterial)
    return { isKnown: true, protocol, lastHackMs: material?.atMs ?? null, exploit: material ?? own[0] ?? null }
  }
}

/** The parent of the hacked protocol, else its id if it is listed, else its name. */
function familyOfHack({ name, protocolId, parentId }: Hack, byId: ReadonlyMap<string, Protocol>): string {
  if (parentId != null) return parentId
  const protocol = protocolId == null ? undefined : byId.get(protocolId)
  return protocol === undefined ? nameKey(slugOf(name)) : keyOfProtocol(protocol, protocol.slug)
}

function keyOfProtocol(protocol: Protocol | null, slug: string): string {
  return protocol?.parentId ?? nameKey(slug)
}

/** Value locked in all versions of a protocol, in US dollars. */
function lockedByFamily(protocols: readonly Protocol[]): ReadonlyMap<string, number> {
  const locked = new Map<string, number>()
  for (const protocol of protocols) {
    if (protocol.tvlUsd == null) continue
    const key = keyOfProtocol(protocol, protocol.slug)
    locked.set(key, (locked.get(key) ?? 0) + protocol.tvlUsd)
  }
  return locked
}

function toExploit({ atMs, amountUsd, returnedUsd }: Hack, tvlUsd: number | null): Exploit {
  const netLossUsd = amountUsd === null ? null : Math.max(0, amountUsd - (returnedUsd ?? 0))
  const lossPct = netLossUsd === 0 ? 0 : netLossUsd === null || !tvlUsd ? null : (100 * netLossUsd) / tvlUsd
  return { atMs, netLossUsd, lossPct, isMaterial: lossPct === null || lossPct >= MIN_MATERIAL_LOSS_PCT }
}

/** The name of a protocol, in one spelling for every answer: the publisher's, else the slug. */
export function protocolName({ protocol }: Pick<Trust, "protocol">, project: string): string {
  return protocol?.name ?? project
}

/** Days since an instant; `null` of `null`. */
export function daysSince(timeMs: number | null, nowMs: number): number | null {
  return timeMs === null ? null : (nowMs - timeMs) / DAY_MS
}

function nameKey(slug: string): string {
  return `name#${familyOf(slug)}`
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
