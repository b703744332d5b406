import { IndicatorsSync } from "@ixjb94/indicators"
import * as signals from "trading-signals"
import { adx } from "@/lib/domain/indicators/adx"
import { atr } from "@/lib/domain/indicators/atr"
import { bollinger } from "@/lib/domain/indicators/bollinger"
import { cci } from "@/lib/domain/indicators/cci"
import { ema } from "@/lib/domain/indicators/ema"
import { macd } from "@/lib/domain/indicators/macd"
import { mfi } from "@/lib/domain/indicators/mfi"
import { obv } from "@/lib/domain/indicators/obv"
import { rsi } from "@/lib/domain/indicators/rsi"
import { sma } from "@/lib/domain/indicators/sma"
import { stochRsi } from "@/lib/domain/indicators/stoch-rsi"
import { stochastic } from "@/lib/domain/indicators/stochastic"
import { syntheticBars } from "@/tools/testing/domain/indicators/synthetic-bars"
import { median } from "./median"

/*
 * Time to recompute all indicators of the votes over 1,000 candles, compared with two libraries in the same process.
 * Goal: 450 µs for all 12 indicators. Run with `npm run bench -- indicators`. The run takes about five seconds.
 */

type Task = () => unknown

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

const ours: Readonly<Record<string, Task>> = {
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
}

const ported: Readonly<Record<string, Task>> = {
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
}

const streamed: Readonly<Record<string, Task>> = {
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
}

const rounds = 5
const totals = { ours: [], ported: [], streamed: [] } as Record<string, number[]>

// All suites warm up together and are measured alternately, so that the state of the machine affects them equally.
for (const suite of [ours, ported, streamed]) measure(suite, 300)
for (let round = 0; round < rounds; round++) {
  totals["ours"]?.push(measure(ours, 200))
  totals["ported"]?.push(measure(ported, 200))
  totals["streamed"]?.push(measure(streamed, 200))
}

const [all, library, streaming] = Object.values(totals).map(median) as [number, number, number]
console.log("Medians per full recompute of 1,000 candles")
console.log(`  ours, 12 indicators                ${micros(all)}   goal 450 µs`)
console.log(`  @ixjb94/indicators                 ${micros(library)}   ${(library / all).toFixed(2)} × ours`)
console.log(`  trading-signals                    ${micros(streaming)}   ${(streaming / all).toFixed(2)} × ours`)
console.log("\nEach indicator")
for (const [name, task] of Object.entries(ours)) {
  const other = ported[name]
  const theirs = other === undefined ? "" : `   @ixjb94/indicators ${micros(measure({ other }, 200))}`
  console.log(`  ${name.padEnd(14)} ${micros(measure({ task }, 200))}${theirs}`)
}

/** Median milliseconds of running the whole suite once, over at most `runs` runs or 400 ms. */
function measure(suite: Readonly<Record<string, Task>>, runs: number): number {
  const tasks = Object.values(suite)
  const times: number[] = []
  const deadline = performance.now() + 400
  while (times.length < runs && performance.now() < deadline) {
    const start = performance.now()
    for (const task of tasks) sink(task())
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Uses the result, so that the engine cannot remove the computation. */
function sink(result: unknown): void {
  if (result === null) throw new Error("An indicator returned null.")
}

function micros(ms: number): string {
  return `${(ms * 1000).toFixed(1).padStart(8)} µs`
}
