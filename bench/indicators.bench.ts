import { IndicatorsSync } from "@ixjb94/indicators"
import * as signals from "trading-signals"
import { adx } from "@/lib/domain/indicators/adx"
import { atr } from "@/lib/domain/indicators/atr"
import { bollinger } from "@/lib/domain/indicators/bollinger"
import { cci } from "@/lib/domain/indicators/cci"
import { ema } from "@/lib/domain/indicators/ema"
import { ichimoku } from "@/lib/domain/indicators/ichimoku"
import { macd } from "@/lib/domain/indicators/macd"
import { mfi } from "@/lib/domain/indicators/mfi"
import { obv } from "@/lib/domain/indicators/obv"
import { parabolicSar } from "@/lib/domain/indicators/parabolic-sar"
import { rsi } from "@/lib/domain/indicators/rsi"
import { sma } from "@/lib/domain/indicators/sma"
import { stochRsi } from "@/lib/domain/indicators/stoch-rsi"
import { stochastic } from "@/lib/domain/indicators/stochastic"
import { supertrend } from "@/lib/domain/indicators/supertrend"
import { createIndicatorStream } from "@/lib/domain/indicators/stream"
import { syntheticBars } from "@/lib/domain/indicators/testing/synthetic-bars"
import { williamsR } from "@/lib/domain/indicators/williams-r"
import { median } from "./median"

/*
 * Full recompute of the technical and trend indicators over 1,000 candles, against two libraries, in one process.
 * Goal: 600 µs for all 16, better 250 µs; 2 µs for one candle more. Run with `tsx bench/indicators.bench.ts`; takes about five seconds.
 */

type Work = () => unknown

const { open, high, low, close, volume } = syntheticBars(42, 1000)
const [highs, lows, closes, volumes] = [[...high], [...low], [...close], [...volume]]
const candles = closes.map((price, i) => ({
  open: open[i] ?? 0,
  high: highs[i] ?? 0,
  low: lows[i] ?? 0,
  close: price,
  volume: volumes[i] ?? 0,
}))
const port = new IndicatorsSync()

const ours: Readonly<Record<string, Work>> = {
  rsi: () => rsi(close, 14),
  macd: () => macd(close, 12, 26, 9),
  bollinger: () => bollinger(close, 20, 2),
  stochastic: () => stochastic(high, low, close, 14, 3, 3),
  stochRsi: () => stochRsi(close, 14, 14, 3),
  cci: () => cci(high, low, close, 20),
  mfi: () => mfi(high, low, close, volume, 14),
  obv: () => obv(close, volume),
  atr: () => atr(high, low, close, 14),
  adx: () => adx(high, low, close, 14),
  ema: () => ema(close, 20),
  sma: () => sma(close, 200),
  parabolicSar: () => parabolicSar(high, low, 0.02, 0.2),
  williamsR: () => williamsR(high, low, close, 14),
  supertrend: () => supertrend(high, low, close, 10, 3),
  ichimoku: () => ichimoku(high, low, 9, 26, 52),
}

/** Without Supertrend and Ichimoku, which it does not have. */
const ported: Readonly<Record<string, Work>> = {
  rsi: () => port.rsi(closes, 14),
  macd: () => port.macd(closes, 12, 26, 9),
  bollinger: () => port.bbands(closes, 20, 2),
  stochastic: () => port.stoch(highs, lows, closes, 14, 3, 3),
  stochRsi: () => port.stochrsi(closes, 14),
  cci: () => port.cci(highs, lows, closes, 20),
  mfi: () => port.mfi(highs, lows, closes, volumes, 14),
  obv: () => port.obv(closes, volumes),
  atr: () => port.atr(highs, lows, closes, 14),
  adx: () => [port.adx(highs, lows, 14), port.di(highs, lows, closes, 14)],
  ema: () => port.ema(closes, 20),
  sma: () => port.sma(closes, 200),
  parabolicSar: () => port.psar(highs, lows, 0.02, 0.2),
  williamsR: () => port.willr(highs, lows, closes, 14),
}

const streamed: Readonly<Record<string, Work>> = {
  rsi: () => new signals.RSI(14).updates(closes),
  macd: () => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9)).updates(closes),
  bollinger: () => new signals.BollingerBands(20, 2).updates(closes),
  stochastic: () => new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }).updates(candles),
  stochRsi: () => new signals.StochasticRSI(14).updates(closes),
  cci: () => new signals.CCI(20).updates(candles),
  mfi: () => new signals.MFI(14).updates(candles),
  obv: () => new signals.OBV(2).updates(candles),
  atr: () => new signals.ATR(14).updates(candles),
  adx: () => new signals.ADX(14).updates(candles),
  ema: () => new signals.EMA(20).updates(closes),
  sma: () => new signals.SMA(200).updates(closes),
  parabolicSar: () => new signals.PSAR({ accelerationStep: 0.02, accelerationMax: 0.2 }).updates(candles),
  williamsR: () => new signals.WilliamsR(14).updates(candles),
  supertrend: () => new signals.SuperTrend({ interval: 10, multiplier: 3 }).updates(candles),
  ichimoku: () => new signals.IchimokuCloud().updates(candles),
}

const common = Object.fromEntries(Object.entries(ours).filter(([name]) => name in ported))
const rounds = 5
const totals = { ours: [], common: [], ported: [], streamed: [] } as Record<string, number[]>

// Warmed up together and measured in turns, so that no side runs on a colder or busier machine.
for (const suite of [ours, ported, streamed]) measure(suite, 300)
for (let round = 0; round < rounds; round++) {
  totals["ours"]?.push(measure(ours, 200))
  totals["common"]?.push(measure(common, 200))
  totals["ported"]?.push(measure(ported, 200))
  totals["streamed"]?.push(measure(streamed, 200))
}

const [all, shared, library, streaming] = Object.values(totals).map(median) as [number, number, number, number]
console.log("Medians per full recompute of 1,000 candles")
console.log(`  ours, 16 indicators                ${micros(all)}   goal 600 µs, stretch 250 µs`)
console.log(`  ours, the 14 that both have        ${micros(shared)}`)
console.log(`  @ixjb94/indicators, those 14       ${micros(library)}   ${(library / shared).toFixed(2)} × ours`)
console.log(`  trading-signals, 16 indicators     ${micros(streaming)}   ${(streaming / all).toFixed(2)} × ours`)
console.log(`  one new candle, 17 values           ${micros(oneCandle())}   goal 2 µs`)
console.log("\nEach on its own")
for (const [name, work] of Object.entries(ours)) {
  const other = ported[name]
  const theirs = other === undefined ? "" : `   @ixjb94/indicators ${micros(measure({ other }, 200))}`
  console.log(`  ${name.padEnd(14)} ${micros(measure({ work }, 200))}${theirs}`)
}

/** Median milliseconds of running the whole suite once, over at most `runs` runs or 400 ms. */
function measure(suite: Readonly<Record<string, Work>>, runs: number): number {
  const works = Object.values(suite)
  const times: number[] = []
  const deadline = performance.now() + 400
  while (times.length < runs && performance.now() < deadline) {
    const start = performance.now()
    for (const work of works) sink(work())
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Median milliseconds that one more candle takes, over batches of 1,000 that follow a warm stream. */
function oneCandle(): number {
  const stream = createIndicatorStream()
  const bars = candles.map(({ high, low, close, volume }) => ({ high, low, close, volume }))
  const batches = Array.from({ length: 60 }, () => {
    const start = performance.now()
    for (const bar of bars) sink(stream.push(bar))
    return (performance.now() - start) / bars.length
  })
  return median(batches.slice(10))
}

/** Uses a result, so that no engine may leave out its computation. */
function sink(result: unknown): void {
  if (result === null) throw new Error("An indicator gave nothing.")
}

function micros(ms: number): string {
  return `${(ms * 1000).toFixed(1).padStart(8)} µs`
}
