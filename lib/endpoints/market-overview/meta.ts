import type { Provenance } from "@/lib/domain/market/candle-feed"
import type { z } from "zod"
import type { Meta } from "@/lib/api/fields"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { isoTime } from "@/lib/domain/utc-day"
import { present, sourceAt } from "@/lib/usecases/answer-meta"
import { type MarketDeps, type MarketReading, metaOf } from "@/lib/usecases/read-market"

type MetaOfAnswer = z.output<typeof Meta>

type Inputs = {
  readonly readings: Readonly<Record<Coin, MarketReading>>
  /** Other inputs. */
  readonly others: readonly (Provenance | null)[]
  /** Names of missing parts. */
  readonly unknown: readonly string[]
}

/** Joins the metadata of three readings: the time of the oldest input, and each source with its newest time. */
export function overviewMeta({ readings, others, unknown }: Inputs, deps: MarketDeps): MetaOfAnswer {
  const metas = Object.values(readings).map((reading) => metaOf(reading, deps))
  const { mode, method_version, disclaimer } = metaOf(readings.BTC, deps)
  const known = present(others)
  const sources = [...metas.flatMap((meta) => meta.sources), ...known.map((input) => sourceAt(input, deps.nowMs))]
  const times = [...metas.map(({ as_of }) => as_of), ...known.map(({ asOfMs }) => isoTime(asOfMs))]
  return {
    as_of: times.toSorted()[0] ?? isoTime(deps.nowMs),
    mode,
    method_version,
    sources: newestByName(sources),
    abstaining: labelled((coin) => metaOf(readings[coin], deps).abstaining),
    degraded: [...new Set(metas.flatMap(({ degraded }) => degraded)), ...unknown.map((part) => `Not known: ${part}.`)],
    disclaimer,
  }
}

function newestByName(sources: MetaOfAnswer["sources"]): MetaOfAnswer["sources"] {
  const newest = new Map<string, MetaOfAnswer["sources"][number]>()
  for (const source of sources.toSorted((a, b) => b.age_s - a.age_s)) newest.set(source.name, source)
  return [...newest.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A vote that abstained on every coin is named once, others with their coin. */
function labelled(of: (coin: Coin) => MetaOfAnswer["abstaining"]): MetaOfAnswer["abstaining"] {
  const all = COINS.flatMap((coin) => of(coin).map((entry) => ({ coin, ...entry })))
  const isEverywhere = (entry: (typeof all)[number]) =>
    all.filter(({ indicator, reason }) => indicator === entry.indicator && reason === entry.reason).length ===
    COINS.length
  return all
    .filter((entry) => entry.coin === "BTC" || !isEverywhere(entry))
    .map((entry) => ({
      indicator: isEverywhere(entry) ? entry.indicator : `${entry.coin} ${entry.indicator}`,
      reason: entry.reason,
    }))
}
