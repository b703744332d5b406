import { adx } from "@/lib/domain/indicators/adx"
import { atr } from "@/lib/domain/indicators/atr"
import { bollinger } from "@/lib/domain/indicators/bollinger"
import { cci } from "@/lib/domain/indicators/cci"
import { donchian } from "@/lib/domain/indicators/donchian"
import { donchianState } from "@/lib/domain/indicators/donchian-state"
import { ema } from "@/lib/domain/indicators/ema"
import { macd } from "@/lib/domain/indicators/macd"
import { mfi } from "@/lib/domain/indicators/mfi"
import { obv } from "@/lib/domain/indicators/obv"
import { rsi } from "@/lib/domain/indicators/rsi"
import { sma } from "@/lib/domain/indicators/sma"
import { standardDeviation } from "@/lib/domain/indicators/standard-deviation"
import { stochRsi } from "@/lib/domain/indicators/stoch-rsi"
import { stochastic, stochasticFast } from "@/lib/domain/indicators/stochastic"
import type { Bars } from "./synthetic-bars"
import { trueRange } from "@/lib/domain/indicators/true-range"
import { typicalPrice } from "@/lib/domain/indicators/typical-price"

/** One output series with the properties that tests check. */
export type Output = {
  readonly compute: (bars: Bars) => Float64Array
  /** Index of the first value; every later one exists as well. */
  readonly first: number
  /** Value in a market with a constant price of 100 and a volume of 10. */
  readonly flat: number
  /** Effect of multiplying all prices: none, or the same factor. */
  readonly scale: "unchanged" | "price"
  /** The output that it equals on mirrored prices, and the conversion. Absent where there is no such symmetry. */
  readonly mirror?: { readonly of: string; readonly by: (value: number) => number }
  readonly bounds?: readonly [number, number]
}

const percent = [0, 100] as const
const negate = (value: number) => -value
const keep = (value: number) => value
const complement = (value: number) => 100 - value

/** Every output of this folder with its usual parameters, keyed by the name in the golden file if it has one. */
export const outputs: Readonly<Record<string, Output>> = {
  sma20: price(19, ({ close }) => sma(close, 20), "sma20"),
  ema20: price(19, ({ close }) => ema(close, 20), "ema20"),
  rsi14: oscillator(14, ({ close }) => rsi(close, 14), "rsi14"),
  macd: spread(25, ({ close }) => macd(close, 12, 26, 9).line, "macd"),
  macd_sig: spread(33, ({ close }) => macd(close, 12, 26, 9).signal, "macd_sig"),
  macd_hist: spread(33, ({ close }) => macd(close, 12, 26, 9).histogram, "macd_hist"),
  bb_u: price(19, ({ close }) => bollinger(close, 20, 2).upper, "bb_l"),
  bb_m: price(19, ({ close }) => bollinger(close, 20, 2).middle, "bb_m"),
  bb_l: price(19, ({ close }) => bollinger(close, 20, 2).lower, "bb_u"),
  pctb: {
    compute: ({ close }) => bollinger(close, 20, 2).percentB,
    first: 19,
    flat: 0.5,
    scale: "unchanged",
    mirror: { of: "pctb", by: (value) => 1 - value },
  },
  atr14: range(14, ({ high, low, close }) => atr(high, low, close, 14), "atr14"),
  true_range: range(1, ({ high, low, close }) => trueRange(high, low, close), "true_range"),
  sigma20: range(19, ({ close }) => standardDeviation(close, 20), "sigma20"),
  adx14: direction(27, ({ high, low, close }) => adx(high, low, close, 14).adx, "adx14"),
  pdi14: direction(14, ({ high, low, close }) => adx(high, low, close, 14).plusDi, "mdi14"),
  mdi14: direction(14, ({ high, low, close }) => adx(high, low, close, 14).minusDi, "pdi14"),
  stoch_k: oscillator(15, ({ high, low, close }) => stochastic(high, low, close, 14, 3, 3).k, "stoch_k"),
  stoch_d: oscillator(17, ({ high, low, close }) => stochastic(high, low, close, 14, 3, 3).d, "stoch_d"),
  stochf_k: oscillator(13, ({ high, low, close }) => stochasticFast(high, low, close, 14, 3).k, "stochf_k"),
  stochf_d: oscillator(15, ({ high, low, close }) => stochasticFast(high, low, close, 14, 3).d, "stochf_d"),
  stochrsi_k: oscillator(27, ({ close }) => stochRsi(close, 14, 14, 3).k, "stochrsi_k"),
  stochrsi_d: oscillator(29, ({ close }) => stochRsi(close, 14, 14, 3).d, "stochrsi_d"),
  cci20: {
    compute: ({ high, low, close }) => cci(high, low, close, 20),
    first: 19,
    flat: 0,
    scale: "unchanged",
    mirror: { of: "cci20", by: negate },
  },
  mfi14: {
    compute: ({ high, low, close, volume }) => mfi(high, low, close, volume, 14),
    first: 14,
    flat: 50,
    scale: "unchanged",
    bounds: percent,
  },
  obv: {
    compute: ({ close, volume }) => obv(close, volume),
    first: 0,
    flat: 10,
    scale: "unchanged",
  },
  typical: price(0, ({ high, low, close }) => typicalPrice(high, low, close), "typical"),
  donchian_u: price(19, ({ high, low }) => donchian(high, low, 20).upper, "donchian_l"),
  donchian_l: price(19, ({ high, low }) => donchian(high, low, 20).lower, "donchian_u"),
  donchian_state: {
    compute: ({ high, low, close }) => donchianState(high, low, close, 20),
    first: 20,
    flat: 0,
    scale: "unchanged",
    mirror: { of: "donchian_state", by: negate },
    bounds: [-1, 1],
  },
}

function price(first: number, compute: Output["compute"], mirrorOf: string): Output {
  return { compute, first, flat: 100, scale: "price", mirror: { of: mirrorOf, by: negate } }
}

function spread(first: number, compute: Output["compute"], mirrorOf: string): Output {
  return { compute, first, flat: 0, scale: "price", mirror: { of: mirrorOf, by: negate } }
}

function range(first: number, compute: Output["compute"], mirrorOf: string): Output {
  return { compute, first, flat: 0, scale: "price", mirror: { of: mirrorOf, by: keep }, bounds: [0, Infinity] }
}

function oscillator(first: number, compute: Output["compute"], mirrorOf: string): Output {
  return { compute, first, flat: 50, scale: "unchanged", mirror: { of: mirrorOf, by: complement }, bounds: percent }
}

function direction(first: number, compute: Output["compute"], mirrorOf: string, flat = 0): Output {
  return { compute, first, flat, scale: "unchanged", mirror: { of: mirrorOf, by: keep }, bounds: percent }
}
