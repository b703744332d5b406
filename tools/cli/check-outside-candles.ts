import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import { DIRECTIONS, isDirectional, sideOf } from "@/lib/domain/signals/direction"
import { extremesOf, HORIZONS, isVoid } from "@/lib/domain/track-record/outcome"
import { isoTime } from "@/lib/domain/utc-day"
import { readStudy } from "@/research/study"
import { z } from "zod"
import { hoursBetween } from "./archived-hours"
import { PROVIDERS_DIFFER_RATIO } from "./check-prices"
import type { ExportedRecord } from "./fetch-record"
import { type Finding, findingOf, isMuch } from "./record-finding"
import { candleFilesIn } from "./study-files"

/** The close of a coin at a time by somebody else than the service; `undefined` without one. */
export type OutsideCloses = {
  readonly name: string
  readonly closeAt: (coin: string, timeMs: number) => number | undefined
  /** The highest and lowest price of the hours between two times; empty when an hour is missing. */
  readonly extremesBetween: (coin: string, fromMs: number, toMs: number) => ReturnType<typeof extremesOf>
}

const Facts = z.looseObject({
  decisionTimeMs: z.number(),
  priceUsd: z.number(),
  direction: z.enum(DIRECTIONS),
  degraded: z.boolean(),
})

/**
 * The closes of hourly candle files in a folder.
 *
 * @throws {Error} there are none, or a row is not a candle
 */
export function readOutsideCloses(folder: string): OutsideCloses {
  const { histories } = readStudy(candleFilesIn(folder))
  return outsideClosesOf(folder, new Map([...histories].map(([coin, { hours }]) => [coin, hours])))
}

/** Hourly candles of coins under a name. */
export function outsideClosesOf(name: string, hoursOf: ReadonlyMap<string, readonly Candle[]>): OutsideCloses {
  const byOpening = new Map(
    [...hoursOf].map(([coin, hours]) => [coin, new Map(hours.map((hour) => [hour.openTimeMs, hour]))]),
  )
  return {
    name,
    closeAt: (coin, timeMs) => byOpening.get(coin)?.get(timeMs - intervalMs["1h"])?.closeUsd,
    extremesBetween: (coin, fromMs, toMs) => extremesOf(hoursBetween(byOpening.get(coin), fromMs, toMs), fromMs, toMs),
  }
}

/** Few calls end so near to their entry that two providers differ about the side, and these fall on both sides. */
const MORE_WINS_SHARE = 0.01

/** Compares every sealed price and every exit with other candles, and counts who won by these. */
export function checkOutside(records: readonly ExportedRecord[], outside: OutsideCloses): Finding {
  const { name, closeAt } = outside
  const faults: string[] = []
  const counts = new Map(HORIZONS.map((horizon) => [horizon, { calls: 0, stated: 0, wins: 0 }]))
  let [compared, missing] = [0, 0]
  const check = (
    what: string,
    stated: number,
    { coin, timeMs }: { readonly coin: string; readonly timeMs: number },
  ) => {
    const close = closeAt(coin, timeMs)
    if (close === undefined) missing += 1
    else compared += 1
    if (close !== undefined && Math.abs(stated / close - 1) > PROVIDERS_DIFFER_RATIO)
      faults.push(`${what} is ${stated}, and the close of ${isoTime(timeMs)} in ${name} is ${close}.`)
    return close
  }
  for (const { id, coin, facts: content, outcomes } of records) {
    const { data: facts } = Facts.safeParse(content)
    if (facts === undefined) continue
    const entry = check(`${id}: its price`, facts.priceUsd, { coin, timeMs: facts.decisionTimeMs })
    for (const { horizon, entry_price, exit_price, exit_time } of outcomes) {
      const exitTimeMs = Date.parse(exit_time)
      const exit = check(`${id} ${horizon}: its exit`, exit_price, { coin, timeMs: exitTimeMs })
      const count = counts.get(horizon)
      const isCounted = !facts.degraded && isDirectional(facts.direction) && !isVoid(facts, { horizon, exitTimeMs })
      if (count === undefined || !isCounted || entry === undefined || exit === undefined) continue
      const side = sideOf(facts.direction)
      count.calls += 1
      if (Math.sign(exit_price - entry_price) === side) count.stated += 1
      if (Math.sign(exit - entry) === side) count.wins += 1
    }
  }
  const rates = [...counts].map(([horizon, { calls, stated, wins }]) => {
    const text = `${horizon}, by the candles of ${name}: ${wins} of ${calls} directional calls won; by the service's prices ${stated}.`
    if (isMuch(stated - wins, calls, MORE_WINS_SHARE)) faults.push(text)
    return text
  })
  const { extremes, differing } = compareExtremes(records, outside)
  if (isMuch(differing.length, extremes))
    faults.push(
      `${differing.length} of ${extremes} highest and lowest prices are not those of ${name}, first ${differing[0]}.`,
    )
  if (compared === 0) faults.push(`${name} has no candle at any time of the record: nothing was compared.`)
  return findingOf(faults, [
    ...rates,
    `${compared} prices and ${extremes} highest and lowest ones were compared with the candles of ${name}.`,
    ...(missing === 0 ? [] : [`Not checked: ${missing} prices are at times of which ${name} has no candle.`]),
  ])
}

/**
 * The highest and lowest prices of outcomes, on which the odds of touches are scored. A single trade far from the others is at one
 * venue alone, so a few may differ.
 */
function compareExtremes(records: readonly ExportedRecord[], { extremesBetween }: OutsideCloses) {
  let extremes = 0
  const differing = records.flatMap(({ id, coin, decided_at, outcomes }) =>
    outcomes.flatMap(({ horizon, exit_time, high, low }) => {
      const { highUsd, lowUsd } = extremesBetween(coin, Date.parse(decided_at), Date.parse(exit_time))
      if (highUsd === undefined || lowUsd === undefined) return []
      const pairs = [
        ["highest", high, highUsd],
        ["lowest", low, lowUsd],
      ] as const
      return pairs.flatMap(([word, stated, known]) => {
        if (stated === null) return []
        extremes += 1
        const isFar = Math.abs(stated / known - 1) > PROVIDERS_DIFFER_RATIO
        return isFar ? [`${id} ${horizon}: its ${word} price is ${stated}, and there it is ${known}`] : []
      })
    }),
  )
  return { extremes, differing }
}
