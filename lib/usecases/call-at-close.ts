import type { Coin } from "@/lib/domain/market/coin"
import type { Direction } from "@/lib/domain/signals/direction"
import { type Interval, openTimeOf } from "@/lib/domain/market/candle"
import { columnsOf } from "@/lib/domain/market/columns"
import { regimeOf } from "@/lib/domain/regime/regime"
import { computeSignal, type Signal, type SignalParams } from "@/lib/domain/signals/compute-signal"
import { INPUT_NAMES, lastClose, type MarketInputs } from "@/lib/domain/signals/market-inputs"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { inputsAsOf } from "@/lib/domain/signals/inputs-as-of"
import { perCategory } from "@/lib/domain/signals/vote-counts"
import type { Sha256 } from "@/lib/domain/track-record/chain"
import { type ArchivedInputs, archiveInputs, type InputHashes } from "@/lib/domain/track-record/input-archive"
import type { CallContent } from "@/lib/domain/track-record/sealed-signal"
import { type QuestionsAtClose, questionsAtClose, sealedQuestions } from "@/lib/domain/track-record/sealed-questions"
import { isDailyClose, sealedTouch } from "@/lib/domain/track-record/touch-levels"
import { type ImpliedAtClose, impliedAtClose, volatilityPair } from "@/lib/domain/track-record/volatility-pair"
import type { OptionFeed } from "@/lib/domain/options/option-market"
import type { MarketOddsFeed } from "@/lib/domain/prediction/market-question"
import { range80 } from "@/lib/domain/volatility/cone"
import { type MarketDeps, readInputs } from "./read-market"

/** Parameters of a call at one close. The previous direction is for the dead band. */
export type CallParams = {
  readonly coin: Coin
  readonly decisionTimeMs: number
  readonly previousDirection: Direction | null
}

/**
 * The call as of one 4h close, by the engine of the paid answers, from closed candles and the values known at that
 * time.
 *
 * `null` when a candle that ends at the close has not arrived.
 */
export async function callAtClose(
  question: CallParams,
  { options, marketOdds, ...deps }: Pick<MarketDeps, "candles" | "series"> & ComparedFeeds,
  sha256: Sha256,
): Promise<ReplayableCall | null> {
  const { coin, decisionTimeMs: closeMs } = question
  const [inputs, market, odds] = await Promise.all([
    readInputs(coin, deps),
    options?.read(coin) ?? null,
    marketOdds?.read(coin) ?? null,
  ])
  const close = closeAt(inputs, closeMs)
  const asked = close === null ? null : questionsAtClose(odds, { closeMs, priceUsd: close.priceUsd })
  const isDaily = isDailyClose(closeMs)
  const seals = { touch: isDaily, regime: isDaily && coin === REGIME_COIN }
  return callFrom(inputs, { ...question, implied: impliedAtClose(market, closeMs), asked, seals }, sha256)
}

/** What is sealed beside the forecast. No vote depends on it. Absent: none are read. */
export type ComparedFeeds = { readonly options?: OptionFeed; readonly marketOdds?: Pick<MarketOddsFeed, "read"> }

/** A call with the texts of the inputs that it was made from. */
export type ReplayableCall = { readonly content: CallContent; readonly texts: ArchivedInputs["texts"] }

/** The same from given inputs. Data after the close are ignored and not kept. */
export function callFrom(inputs: MarketInputs, question: CloseParams, sha256: Sha256): ReplayableCall | null {
  const at = signalFrom(inputs, question)
  if (at === null) return null
  const known = inputsAsOf(inputs, question.decisionTimeMs)
  const { hashes, texts } = archiveInputs(known, sha256)
  return { content: { ...contentOf(at, question, hashes), ...dailyOf(at, known, question.seals) }, texts }
}

/** The regime is that of the bitcoin market. */
const REGIME_COIN = "BTC"

/** What is sealed once a day. */
function dailyOf(
  { signal: { volatility }, priceUsd }: SignalAtClose,
  { days, fearGreed }: MarketInputs,
  { touch, regime }: NonNullable<CloseParams["seals"]> = { touch: false, regime: false },
): Pick<CallContent, "touch" | "regime"> {
  const call = regime && days ? regimeOf(columnsOf(days.value), fearGreed?.value ?? []) : null
  return {
    ...(touch && volatility && { touch: sealedTouch(priceUsd, volatility) }),
    ...(call && { regime: call.regime }),
  }
}

/** `implied`: what options implied then. `asked`: what a prediction market paid. Both are sealed beside the forecast. */
export type CloseParams = Omit<CallParams, "coin"> &
  Pick<SignalParams, "minimum" | "model"> & {
    readonly implied?: ImpliedAtClose | null
    readonly asked?: QuestionsAtClose | null
    /** What is sealed besides the call, once a day. Absent: nothing. */
    readonly seals?: { readonly touch: boolean; readonly regime: boolean }
  }

/** The engine's whole answer at a close, with the price that it is anchored to. */
export type SignalAtClose = { readonly signal: Signal; readonly priceUsd: number; readonly source: string }

/** The signal behind `callFrom`. */
export function signalFrom(
  inputs: MarketInputs,
  { decisionTimeMs, previousDirection, minimum, model }: CloseParams,
): SignalAtClose | null {
  const close = closeAt(inputs, decisionTimeMs)
  if (close === null) return null
  const { priceUsd } = close
  const question = {
    nowMs: decisionTimeMs,
    priceUsd,
    previousDirection,
    ...(minimum && { minimum }),
    ...(model && { model }),
  }
  const signal = computeSignal(inputs, question)
  return isComplete(signal) ? { signal, ...close } : null
}

/** The price of a close with its provider; `null` without the candle that ends then. */
function closeAt({ fourHours }: MarketInputs, timeMs: number): Omit<SignalAtClose, "signal"> | null {
  const close = fourHours?.value.findLast(({ openTimeMs }) => openTimeMs === openAt(timeMs, "4h"))
  return fourHours && close ? { priceUsd: close.closeUsd, source: fourHours.source } : null
}

/** The open time of the newest closed candle at that time. */
function openAt(timeMs: number, interval: Interval): number {
  return openTimeOf(openTimeOf(timeMs, interval) - 1, interval)
}

function isComplete({ view: { days, hours, timeMs } }: Signal): boolean {
  return (
    lastClose(days.openTimeMs, "days") === openTimeOf(timeMs, "1d") && lastClose(hours.openTimeMs, "hours") === timeMs
  )
}

/** The sealed part of the answer. */
export function contentOf(
  { signal, ...price }: SignalAtClose,
  { previousDirection, implied = null, asked = null }: Pick<CloseParams, "previousDirection" | "implied" | "asked">,
  hashes: InputHashes = {},
): CallContent {
  const { counts, levels, volatility } = signal
  const { long, short, neutral } = counts
  const { priceUsd } = price
  const compared = volatility && implied && volatilityPair(priceUsd, volatility, implied)
  const markets =
    volatility && asked && sealedQuestions(asked, { closeMs: signal.decisionTimeMs, priceUsd, volatility })
  return {
    ...price,
    direction: signal.direction,
    score: signal.score,
    strength: signal.strength,
    confidence: signal.confidence,
    pUp24h: signal.pUp24h,
    votes: { long, short, neutral, total: long + short + neutral },
    categories: perCategory((category) => {
      const { long, short, neutral } = signal.breakdown[category]
      return { long, short, neutral }
    }),
    levels: levels?.kind === "plan" ? { stopLossUsd: levels.stop, takeProfitsUsd: levels.targets } : null,
    ranges: volatility && { day: range80(priceUsd, volatility, "24h"), week: range80(priceUsd, volatility, "7d") },
    ...(compared && { compared }),
    ...(markets && { markets }),
    fearGreed: signal.fearGreed,
    previousDirection,
    inputs: INPUT_NAMES.flatMap((name) => {
      const known = signal.view.known[name]
      return known === null ? [] : [{ name, ...known, sha256: hashes[name] ?? null }]
    }),
    degraded: signal.degraded,
    methodVersion: METHOD_VERSION,
  }
}
