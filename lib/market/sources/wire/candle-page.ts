import { intervalMs, isClosed, type Candle, type Interval } from "@/lib/domain/market/candle"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { tooManyDropped } from "./valid-rows"

/** Open times from `fromMs` (inclusive) to `toMs` (exclusive). */
export type TimeRange = { readonly fromMs: number; readonly toMs: number }

/** Closed candles of a range, ascending, without duplicates; holes are possible. */
export type CandlePage = {
  readonly candles: readonly Candle[]
  readonly droppedRows: number
  /** When the newest candle that was listed opened, the running one included; `null`: none was listed. */
  readonly newestOpenMs: number | null
}

type Raw = {
  readonly host: string
  readonly interval: Interval
  readonly range: TimeRange
  readonly nowMs: number
  readonly candles: readonly Candle[]
  readonly droppedRows: number
}

/**
 * Candle hygiene: ascending, one per open time, closed only, on the interval's grid, prices that are possible.
 *
 * @throws {SourceMalformedError} when more than 20% of the rows are off the grid or impossible.
 */
export function toCandlePage({ host, interval, range, nowMs, candles, droppedRows }: Raw): CandlePage {
  const good = candles.filter((candle) => isPossible(candle) && candle.openTimeMs % intervalMs[interval] === 0)
  const dropped = droppedRows + candles.length - good.length
  if (tooManyDropped(dropped, candles.length + droppedRows)) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent ${dropped} impossible candles.` })
  }
  const byTime = new Map(good.map((candle) => [candle.openTimeMs, candle]))
  const kept = [...byTime.values()]
    .filter(
      (candle) =>
        candle.openTimeMs >= range.fromMs && candle.openTimeMs < range.toMs && isClosed(candle, interval, nowMs),
    )
    .sort((a, b) => a.openTimeMs - b.openTimeMs)
  // A row ahead of time would show every candle before it as closed.
  const opened = [...byTime.keys()].filter((openTimeMs) => openTimeMs <= nowMs)
  return { candles: kept, droppedRows: dropped, newestOpenMs: opened.length === 0 ? null : Math.max(...opened) }
}

/**
 * Candles that the provider itself shows as closed: it lists a later candle. Our clock is not enough, because the
 * provider's clock or cache may lag, and a candle that is stored as closed is never read again.
 */
export function closedCandles(
  { candles, newestOpenMs }: Pick<CandlePage, "candles" | "newestOpenMs">,
  interval: Interval,
): readonly Candle[] {
  return candles.filter(({ openTimeMs }) => openTimeMs + intervalMs[interval] <= (newestOpenMs ?? 0))
}

function isPossible({ openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase }: Candle): boolean {
  return (
    lowUsd > 0 &&
    lowUsd <= Math.min(openUsd, closeUsd) &&
    highUsd >= Math.max(openUsd, closeUsd) &&
    volumeBase >= 0 &&
    (takerBuyVolumeBase === null || (takerBuyVolumeBase >= 0 && takerBuyVolumeBase <= volumeBase * (1 + 1e-9)))
  )
}

/** Cuts a range into pieces of at most `maxCandles`, oldest first, for providers that answer a limited number. */
export function splitRange({ fromMs, toMs }: TimeRange, interval: Interval, maxCandles: number): readonly TimeRange[] {
  const spanMs = intervalMs[interval] * maxCandles
  const pieces: TimeRange[] = []
  for (let startMs = fromMs; startMs < toMs; startMs += spanMs) {
    pieces.push({ fromMs: startMs, toMs: Math.min(startMs + spanMs, toMs) })
  }
  return pieces
}

/** Joins pages of adjacent ranges, oldest first. */
export function joinPages(pages: readonly CandlePage[]): CandlePage {
  return {
    candles: pages.flatMap((page) => page.candles),
    droppedRows: pages.reduce((total, page) => total + page.droppedRows, 0),
    newestOpenMs: pages.findLast(({ newestOpenMs }) => newestOpenMs !== null)?.newestOpenMs ?? null,
  }
}
