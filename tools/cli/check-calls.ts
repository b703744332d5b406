import { z } from "zod"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { type Direction, DIRECTIONS } from "@/lib/domain/signals/direction"
import { previousDirectionAt } from "@/lib/domain/signals/previous-direction"
import { decisionTimeOf } from "@/lib/domain/track-record/chain"
import { DECISION_SPACING_MS, isLive, REVEAL_AFTER_MS, SEAL_WINDOW_MS } from "@/lib/domain/track-record/sealed-signal"
import { HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"
import { type Finding, findingOf, isMuch } from "./record-finding"

const Facts = z.looseObject({
  coin: z.enum(COINS),
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  direction: z.enum(DIRECTIONS),
  previousDirection: z.enum(DIRECTIONS).nullable(),
})

/** Clocks of processes that share a database, and of the reader, differ by less. */
const CLOCK_TOLERANCE_MS = 60_000

/** A close is sealed within its window, and pages are cached for a minute. */
const SEALING_TOLERANCE_MS = SEAL_WINDOW_MS + 60_000

/**
 * Checks what hashes cannot show: times that run backwards, calls that are kept sealed or were passed over, a coin that is
 * missing, and that each call's class before is that of the record before.
 *
 * @param nowMs the reader's clock, because the service's clock may be wrong
 */
export function checkCalls(records: readonly ExportedRecord[], nowMs: number): Finding {
  const timesByCoin = new Map<Coin, Map<number, Direction | null>>(COINS.map((coin) => [coin, new Map()]))
  const faults: string[] = []
  let sealedMs = 0
  for (const record of records) {
    const { id, coin } = record
    const times = timesByCoin.get(coin) ?? new Map<number, Direction | null>()
    const timeMs = decisionTimeOf(id) ?? 0
    const facts = record.facts === null ? null : Facts.parse(record.facts)
    if (!id.startsWith(`${coin}-`) || Date.parse(record.decided_at) !== timeMs)
      faults.push(`${id}: the service states another coin or time beside it.`)
    if (timeMs % DECISION_SPACING_MS !== 0) faults.push(`${id}: its time is not a 4h close.`)
    if (timeMs > nowMs + CLOCK_TOLERANCE_MS) faults.push(`${id}: its close is still to come.`)
    if (facts === null && record.withheld.length === 0 && timeMs + REVEAL_AFTER_MS + SEALING_TOLERANCE_MS < nowMs)
      faults.push(`${id}: it is kept sealed for longer than a day.`)
    const newestMs = Math.max(...times.keys())
    if (timeMs <= newestMs) faults.push(`${id}: it comes after the call of a later close.`)
    if (facts !== null) {
      const former = times.get(newestMs) ?? null
      const last = former === null ? null : { decisionTimeMs: newestMs, direction: former }
      const isKnown = times.size === 0 || former !== null
      if (facts.coin !== coin) faults.push(`${id}: it is a call on ${facts.coin}.`)
      if (isKnown && facts.previousDirection !== previousDirectionAt(last, timeMs))
        faults.push(`${id}: the class before it is not that of the record before.`)
      if (facts.sealedAtMs < sealedMs - CLOCK_TOLERANCE_MS)
        faults.push(`${id}: it says that it was sealed before the record before it.`)
      if (facts.sealedAtMs < timeMs) faults.push(`${id}: it says that it was sealed before its close.`)
      if (facts.sealedAtMs > nowMs + CLOCK_TOLERANCE_MS) faults.push(`${id}: it says that it is sealed in the future.`)
      sealedMs = Math.max(sealedMs, facts.sealedAtMs)
    }
    times.set(timeMs, facts?.direction ?? null)
  }
  const { missing, partial, ended } = gapsIn(timesByCoin, nowMs)
  const isPartial = isMuch(partial.length, records.length)
  const isEmpty = records.length === 0
  return findingOf(
    [
      ...lateAfterLive(records),
      ...(isPartial
        ? [
            `${partial.length} 4h closes have calls on other coins and none on their own, first ${partial[0]}: losers were left out, or ` +
              "the candles of one coin are away too often.",
          ]
        : []),
      ...faults,
      ...(isEmpty ? [] : ended),
    ],
    missing.length === 0
      ? isEmpty
        ? []
        : ["Every 4h close of every coin has its record, from the first one to the last."]
      : [
          `${missing.length} 4h closes between records have none, first ${missing[0]}: missed, or removed before an anchor.`,
        ],
  )
}

/**
 * A service replays only before its first call in time, and never seals a close that it has missed since, however long it was away.
 * Otherwise losers could be sealed late, and no rate of live calls would have them.
 */
function lateAfterLive(records: readonly ExportedRecord[]): readonly string[] {
  const known = records.flatMap(({ id, facts }) => (facts === null ? [] : [{ id, ...Facts.parse(facts) }]))
  const first = known.findIndex(isLive)
  const late = first < 0 ? [] : known.slice(first).filter((facts) => !isLive(facts))
  return late.length === 0
    ? []
    : [
        `${late.length} calls are sealed late after calls that were sealed in time, first ${late[0]?.id}: a service never does ` +
          "this, and who seals losers late has them in no live rate.",
      ]
}

/**
 * Closes without a record between two records of a coin, those of them at which another coin has one (an outage of the service misses
 * all coins), and coins whose record has ended or never began.
 */
function gapsIn(timesByCoin: ReadonlyMap<Coin, ReadonlyMap<number, unknown>>, nowMs: number) {
  const missing: string[] = []
  const partial: string[] = []
  const ended: string[] = []
  for (const [coin, times] of timesByCoin) {
    const [firstMs] = times.keys()
    const lastMs = Math.max(...times.keys())
    if (firstMs === undefined) {
      ended.push(`There is no record of ${coin}: all of its calls are missing.`)
      continue
    }
    for (let timeMs = firstMs; timeMs < lastMs; timeMs += DECISION_SPACING_MS) {
      if (times.has(timeMs)) continue
      missing.push(`${coin} ${isoTime(timeMs)}`)
      if ([...timesByCoin.values()].some((other) => other.has(timeMs))) partial.push(`${coin} ${isoTime(timeMs)}`)
    }
    const lateMs = nowMs - lastMs - DECISION_SPACING_MS - SEALING_TOLERANCE_MS
    if (lateMs > 0) {
      const hours = Math.round((nowMs - lastMs) / HOUR_MS)
      ended.push(`The newest record of ${coin} is ${hours} h old: the end was cut off, or sealing has stopped.`)
    }
  }
  return { missing, partial, ended }
}
