import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import type { CandleFeed, Candles } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { type SealedSignal, sealedId } from "@/lib/domain/track-record/sealed-signal"
import { HORIZONS, horizonMs, settle, type MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import { NOTHING_PROVEN } from "@/lib/domain/track-record/proof"
import type { RecordPorts } from "@/lib/usecases/record-answer"
import type { CandleHistory } from "./candles"
import type { StudyCall } from "./replay-calls"

/** The search for an exit price ends this long after the exit is due, because a later price is not valid. */
const SEARCH_MS = 12 * intervalMs["1h"]

/** The calls of a study as a record for the public statistics. All of it is known at the end of the data. */
export function studyPorts(
  calls: ReadonlyMap<Coin, readonly StudyCall[]>,
  histories: ReadonlyMap<Coin, CandleHistory>,
): RecordPorts {
  const nowMs = Math.max(
    ...[...histories.values()].map(({ hours }) => (hours.at(-1)?.openTimeMs ?? 0) + intervalMs["1h"]),
  )
  const records = [...calls]
    .flatMap(([coin, list]) => list.map((call) => toRecord(coin, call, nowMs)))
    .sort((a, b) => a.facts.decisionTimeMs - b.facts.decisionTimeMs || a.facts.coin.localeCompare(b.facts.coin))
  const outcomes = [...calls].flatMap(([coin, list]) => settleAll(list, coin, histories.get(coin)?.hours ?? [], nowMs))
  return {
    sealed: {
      append: () => Promise.resolve("conflict"),
      head: () => Promise.resolve(records.at(-1) ?? null),
      find: (id) => Promise.resolve(records.find(({ facts }) => facts.id === id) ?? null),
      latest: () => Promise.resolve(null),
      list: () => Promise.resolve(records),
    },
    outcomes: {
      add: () => Promise.resolve(),
      list: () => Promise.resolve(outcomes),
      addQuestions: () => Promise.resolve(),
      listQuestions: () => Promise.resolve([]),
    },
    proof: () => Promise.resolve(NOTHING_PROVEN),
    candles: feedOf(histories, nowMs),
    mode: "live",
    methodVersion: METHOD_VERSION,
    maySell: () => true,
    nowMs,
  }
}

/** Commitments and hashes are empty, because a study cannot prove when a call was made. */
function toRecord(coin: Coin, { decisionTimeMs, content }: StudyCall, nowMs: number): SealedSignal {
  const facts = { ...content, id: sealedId(coin, decisionTimeMs), coin, decisionTimeMs, sealedAtMs: nowMs }
  return { facts, nonce: "", commitment: "", prevHash: "", hash: "" }
}

/** Reads only the hours around each exit, so that the cost per call does not depend on the length of the history. */
function settleAll(
  calls: readonly StudyCall[],
  coin: Coin,
  hours: readonly Candle[],
  nowMs: number,
): readonly MeasuredOutcome[] {
  return HORIZONS.flatMap((horizon) => {
    const outcomes: MeasuredOutcome[] = []
    let start = 0
    for (const { decisionTimeMs, content } of calls) {
      const dueMs = decisionTimeMs + horizonMs[horizon]
      while (start < hours.length && (hours[start]?.openTimeMs ?? 0) + intervalMs["1h"] < dueMs) start++
      const around = hours.slice(start, start + SEARCH_MS / intervalMs["1h"])
      const facts = { ...content, id: sealedId(coin, decisionTimeMs), coin, decisionTimeMs, sealedAtMs: nowMs }
      const measured = settle(facts, horizon, series(around, content.source, nowMs), nowMs)
      if (measured !== null) outcomes.push(measured)
    }
    return outcomes
  })
}

function feedOf(histories: ReadonlyMap<Coin, CandleHistory>, nowMs: number): CandleFeed {
  return {
    candles(coin, interval) {
      const history = histories.get(coin)
      if (history === undefined) return Promise.resolve(null)
      const value = { "1h": history.hours, "4h": history.fourHours, "1d": history.days }[interval]
      return Promise.resolve(series(value, "file", nowMs))
    },
    price: () => Promise.resolve(null),
  }
}

function series(value: readonly Candle[], source: string, nowMs: number): Candles {
  return { value, asOfMs: nowMs, fetchedAtMs: nowMs, source }
}
