import type { Params, ResponseOf } from "@/lib/api/contract"
import type { oddsContract } from "./contract"
import { DataUnavailableError, InvalidParamsError } from "@/lib/domain/errors"
import { round } from "@/lib/domain/round"
import { HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { oddsWithin, sigmaOver, type Span } from "@/lib/domain/volatility/horizon-odds"
import { measuredOn, type OddsCell, oddsCellOf } from "@/lib/domain/volatility/odds-errors"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { forecastFields, sinceClose } from "@/lib/usecases/now-figures"
import type { MarketOddsFeed } from "@/lib/domain/prediction/market-question"
import { type MarketDeps, metaOf, priceFields, readMarket } from "@/lib/usecases/read-market"
import { marketOddsOf } from "./market-odds"

type Answer = ResponseOf<typeof oddsContract>
type OddsPorts = MarketDeps & { readonly marketOdds: MarketOddsFeed }

/** Levels beyond this multiple of the price, or below its inverse, are taken for mistakes. */
const MAX_RATIO = 100
const MAX_MIXED_RATIO = 10

/** Refuses levels that are too far from the price. Without a price nothing is sold anyway. @throws {InvalidParamsError} */
export async function checkOdds(
  { coin, level }: Params<typeof oddsContract>,
  { candles }: Pick<MarketDeps, "candles">,
): Promise<void> {
  const price = await candles.price(coin)
  if (price) checkLevels(level, price.value)
}

/** @throws {InvalidParamsError} for a level that is 100 times away from the price, or 10 times beside one that is not. */
function checkLevels(levels: readonly number[], priceUsd: number): void {
  const isWithin = (ratio: number) => (level: number) => level < ratio * priceUsd && level > priceUsd / ratio
  // "178,5" at a price of 178 is a decimal comma.
  const ratio = levels.some(isWithin(MAX_MIXED_RATIO)) ? MAX_MIXED_RATIO : MAX_RATIO
  const far = levels.find((level) => !isWithin(ratio)(level))
  if (far === undefined) return
  throw new InvalidParamsError("invalid_query", {
    level: `${far} is ${ratio} times away from the price, which is ${priceUsd}; a comma separates levels`,
  })
}

/**
 * Odds of touching levels within some hours from now and of ending beyond them, from the price of now and the forecast of the
 * last close, and the prices of prediction markets beside them.
 *
 * @throws {DataUnavailableError} without a price or a forecast
 * @throws {InvalidParamsError} for a level that is too far from the price
 */
export async function getOdds({ coin, level, hours }: Params<typeof oddsContract>, deps: OddsPorts): Promise<Answer> {
  const reading = await readMarket(coin, deps)
  const { volatility } = reading.signal
  if (volatility === null) throw new DataUnavailableError("There is too little hourly history for a forecast.")
  checkLevels(level, reading.price.value)
  const { elapsedMs, nowUsd } = sinceClose(reading, volatility, deps.nowMs)
  const span = { volatility, elapsedMs, hours }
  const { nowMs } = deps
  const now = { volatility, closeMs: reading.signal.decisionTimeMs, nowMs, priceUsd: nowUsd, levels: level }
  const markets = await marketOddsOf(coin, now, deps.marketOdds)
  const meta = metaOf(reading, deps, markets.inputs)
  return {
    coin,
    ...priceFields(reading),
    hours,
    until: isoTime(nowMs + hours * HOUR_MS),
    sigma_pct: round(100 * sigmaOver(volatility, span), 2),
    levels: level.map((one) => levelOf(one, nowUsd, span)),
    ...markets.fields,
    measured_on: { ...measuredOn, coins: [...measuredOn.coins] },
    forecast: forecastFields(volatility),
    timestamp: isoTime(nowMs),
    meta: { ...meta, degraded: [...meta.degraded, ...markets.degraded] },
  }
}

function levelOf(
  levelUsd: number,
  nowUsd: number,
  span: Span & { readonly volatility: VolatilityForecast },
): Answer["levels"][number] {
  const { touch, closeBeyond } = oddsWithin(levelUsd, nowUsd, span)
  const side = levelUsd >= nowUsd ? "above" : "below"
  const cell = oddsCellOf({ hours: span.hours, side, touch })
  return {
    level: levelUsd,
    side,
    distance_pct: round(100 * (levelUsd / nowUsd - 1), 2),
    p_touch: round(touch, 4),
    p_close_beyond: round(closeBeyond, 4),
    measured: cell && measuredOf(cell),
  }
}

function measuredOf({ hours, low, high, n, touchError, closeError }: OddsCell) {
  return { hours, p_touch_from: low, p_touch_to: high, n, touch_error: touchError, close_error: closeError }
}
