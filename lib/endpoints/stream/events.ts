import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import type { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import type { StreamEvent } from "./contract"
import type { versionsContract } from "@/lib/endpoints/versions/contract"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import {
  DECISION_SPACING_MS,
  isLive,
  lastDecisionTime,
  REVEAL_AFTER_MS,
  sealedId,
  type SealedFacts,
} from "@/lib/domain/track-record/sealed-signal"
import type { SealedStore } from "@/lib/domain/track-record/sealed-store"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import { type MaySell, redSourcesOf } from "@/lib/usecases/sealed-rights"
import { roundPrice } from "@/lib/usecases/rounding"

type Versions = ResponseOf<typeof versionsContract>["versions"]
type Health = ResponseOf<typeof healthContract>
type Prices = ResponseOf<typeof marketPricesContract>
type EventOf<Name extends StreamEvent["event"]> = Extract<StreamEvent, { event: Name }>

/** The longest time that a resumed stream goes back. */
const MAX_RESUME_MS = 7 * DAY_MS
/** Clocks of several processes differ by less. Changes within this time before the position are sent again. */
const RESUME_OVERLAP_MS = 60_000

/** Where a resumed stream begins, in milliseconds since 1970. */
export function resumeFrom(lastEventId: string, nowMs: number): number {
  return Math.max(Number(lastEventId) - RESUME_OVERLAP_MS, nowMs - MAX_RESUME_MS)
}

/** Versions that are new or have another status than before. */
export function changedVersions(before: Versions, after: Versions): readonly EventOf<"version">[] {
  return toVersionEvents(after, ({ version, commitment, status }, resource) => {
    const known = before[resource]
    return known?.version !== version || known.commitment !== commitment || known.status !== status
  })
}

/** Versions that changed since `fromMs`, and those without data, because the time of a lost status is not stored. */
export function versionsSince(versions: Versions, fromMs: number): readonly EventOf<"version">[] {
  return toVersionEvents(
    versions,
    ({ changed_at, status }) => Date.parse(changed_at) >= fromMs || status === "unavailable",
  )
}

function toVersionEvents(
  versions: Versions,
  isWanted: (version: Versions[string], resource: string) => boolean,
): readonly EventOf<"version">[] {
  return Object.entries(versions)
    .filter(([resource, version]) => isWanted(version, resource))
    .map(([resource, version]) => {
      const id = String(Date.parse(version.changed_at))
      return { event: "version" as const, id, data: { resource, ...version } }
    })
    .sort((a, b) => Number(a.id) - Number(b.id))
}

/** The record, and what of it may be answered. */
export type ReadableRecord = { readonly sealed: Pick<SealedStore, "find">; readonly maySell: MaySell }

/** Live calls whose content became public after `fromMs` and up to `toMs`, oldest first. */
export async function revealedCalls(
  record: ReadableRecord,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly EventOf<"call">[]> {
  const events: EventOf<"call">[] = []
  const lastMs = lastDecisionTime(toMs - REVEAL_AFTER_MS)
  const firstMs = lastDecisionTime(fromMs - REVEAL_AFTER_MS) + DECISION_SPACING_MS
  for (let decidedMs = firstMs; decidedMs <= lastMs; decidedMs += DECISION_SPACING_MS) {
    for (const coin of COINS) {
      const facts = await findFacts(record.sealed, coin, decidedMs)
      if (facts !== null && isLive(facts) && redSourcesOf(facts, record.maySell).length === 0)
        events.push(toCallEvent(facts))
    }
  }
  return events
}

/**
 * The live calls that became public during the last seven days, oldest first. Each is read from the store once, so that a client
 * which resumes from long ago costs no more than another.
 */
export function createRecentCalls(record: ReadableRecord): (nowMs: number) => Promise<readonly EventOf<"call">[]> {
  let known: { readonly untilMs: number; readonly calls: readonly EventOf<"call">[] } | null = null
  return async (nowMs) => {
    const oldestMs = nowMs - MAX_RESUME_MS
    // A clock that was ahead has shown calls that are not public yet.
    const isKept = known !== null && known.untilMs <= nowMs
    const { untilMs, calls } = isKept && known !== null ? known : { untilMs: oldestMs, calls: [] }
    const added = await revealedCalls(record, { fromMs: untilMs, toMs: nowMs })
    known = { untilMs: nowMs, calls: [...calls, ...added].filter(({ id }) => Number(id) > oldestMs) }
    return known.calls
  }
}

async function findFacts(sealed: Pick<SealedStore, "find">, coin: Coin, decidedMs: number) {
  return (await sealed.find(sealedId(coin, decidedMs)))?.facts ?? null
}

function toCallEvent({ id, coin, decisionTimeMs, direction, degraded, priceUsd }: SealedFacts): EventOf<"call"> {
  return {
    event: "call",
    id: String(decisionTimeMs + REVEAL_AFTER_MS),
    data: { id, coin, decided_at: isoTime(decisionTimeMs), direction, degraded, price: roundPrice(priceUsd) },
  }
}

export function serviceEvent({ status, mode, payments, parts, timestamp }: Health): EventOf<"service"> {
  const notOk = parts.filter((part) => part.status !== "ok").map(({ name, status }) => ({ name, status }))
  const data = { status, mode, payments, not_ok: notOk, timestamp }
  return { event: "service", id: String(Date.parse(timestamp)), data }
}

/** Whether two service events report different states. */
export function isServiceChanged(before: EventOf<"service"> | null, after: EventOf<"service">): boolean {
  const stateOf = ({ data: { status, payments, not_ok } }: EventOf<"service">) =>
    JSON.stringify([status, payments, not_ok])
  return before === null || stateOf(before) !== stateOf(after)
}

export function pricesEvent({ coins, timestamp }: Prices): EventOf<"prices"> {
  const shown = coins.map(({ coin, price, as_of, age_s, source, disputed, change_24h_pct, next_close_at }) => {
    return { coin, price, as_of, age_s, source, disputed, change_24h_pct, next_close_at }
  })
  return { event: "prices", data: { coins: shown, timestamp } }
}
