import { accumulationDistribution } from "@/lib/domain/indicators/accumulation-distribution"
import { adx } from "@/lib/domain/indicators/adx"
import { aroon } from "@/lib/domain/indicators/aroon"
import { atr } from "@/lib/domain/indicators/atr"
import { bollinger } from "@/lib/domain/indicators/bollinger"
import { cci } from "@/lib/domain/indicators/cci"
import { chandeMomentum } from "@/lib/domain/indicators/chande-momentum"
import { donchian } from "@/lib/domain/indicators/donchian"
import { donchianState } from "@/lib/domain/indicators/donchian-state"
import { ema } from "@/lib/domain/indicators/ema"
import { ichimoku } from "@/lib/domain/indicators/ichimoku"
import { kama } from "@/lib/domain/indicators/kama"
import { macd } from "@/lib/domain/indicators/macd"
import { mfi } from "@/lib/domain/indicators/mfi"
import { obv } from "@/lib/domain/indicators/obv"
import { parabolicSar } from "@/lib/domain/indicators/parabolic-sar"
import { roc } from "@/lib/domain/indicators/roc"
import { rollingVwap } from "@/lib/domain/indicators/rolling-vwap"
import { rsi } from "@/lib/domain/indicators/rsi"
import { sma } from "@/lib/domain/indicators/sma"
import { standardDeviation } from "@/lib/domain/indicators/standard-deviation"
import { stochRsi } from "@/lib/domain/indicators/stoch-rsi"
import { stochastic, stochasticFast } from "@/lib/domain/indicators/stochastic"
import { supertrend } from "@/lib/domain/indicators/supertrend"
import type { Bars } from "@/lib/domain/indicators/testing/synthetic-bars"
import { trix } from "@/lib/domain/indicators/trix"
import { trueRange } from "@/lib/domain/indicators/true-range"
import { typicalPrice } from "@/lib/domain/indicators/typical-price"
import { ultimateOscillator } from "@/lib/domain/indicators/ultimate-oscillator"
import { williamsR } from "@/lib/domain/indicators/williams-r"

/** What a test may ask of one output series. */
export type Output = {
  readonly compute: (bars: Bars) => Float64Array
  /** Index of the first value; every later one exists as well. */
  readonly first: number
  /** Value in a market that stands at 100 with a volume of 10. */
  readonly flat: number
  /** What happens when all prices are multiplied: nothing, or the same multiplication. */
  readonly scale: "unchanged" | "price"
  /** The output that it equals, and how, when prices are turned upside down. Left out where no such law exists. */
  readonly mirror?: { readonly of: string; readonly by: (value: number) => number }
  readonly bounds?: readonly [number, number]
}

const percent = [0, 100] as const
const negate = (value: number) => -value
const keep = (value: number) => value
const complement = (value: number) => 100 - value

/** Every output of this folder with the usual parameters, by the name in the golden file where it has one. */
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
  ad: {
    compute: ({ high, low, close, volume }) => accumulationDistribution(high, low, close, volume),
    first: 0,
    flat: 0,
    scale: "unchanged",
    mirror: { of: "ad", by: negate },
  },
  sar: { compute: ({ high, low }) => parabolicSar(high, low, 0.02, 0.2), first: 1, flat: 100, scale: "price" },
  willr14: {
    compute: ({ high, low, close }) => williamsR(high, low, close, 14),
    first: 13,
    flat: -50,
    scale: "unchanged",
    mirror: { of: "willr14", by: (value) => -100 - value },
    bounds: [-100, 0],
  },
  roc10: { compute: ({ close }) => roc(close, 10), first: 10, flat: 0, scale: "unchanged" },
  trix15: { compute: ({ close }) => trix(close, 15), first: 43, flat: 0, scale: "unchanged" },
  aroon_up: direction(25, ({ high, low }) => aroon(high, low, 25).up, "aroon_dn", 100),
  aroon_dn: direction(25, ({ high, low }) => aroon(high, low, 25).down, "aroon_up", 100),
  kama10: price(10, ({ close }) => kama(close, 10), "kama10"),
  ultosc: oscillator(28, ({ high, low, close }) => ultimateOscillator(high, low, close, 7, 14, 28), "ultosc"),
  cmo14: {
    compute: ({ close }) => chandeMomentum(close, 14),
    first: 14,
    flat: 0,
    scale: "unchanged",
    mirror: { of: "cmo14", by: negate },
    bounds: [-100, 100],
  },
  supertrend_10_3: {
    compute: ({ high, low, close }) => supertrend(high, low, close, 10, 3).line,
    first: 10,
    flat: 100,
    scale: "price",
  },
  supertrend_dir: {
    compute: ({ high, low, close }) => supertrend(high, low, close, 10, 3).direction,
    first: 10,
    flat: -1,
    scale: "unchanged",
    bounds: [-1, 1],
  },
  ichimoku_tenkan9: price(8, ({ high, low }) => ichimoku(high, low, 9, 26, 52).tenkan, "ichimoku_tenkan9"),
  ichimoku_kijun26: price(25, ({ high, low }) => ichimoku(high, low, 9, 26, 52).kijun, "ichimoku_kijun26"),
  ichimoku_spanA_now: price(25, ({ high, low }) => ichimoku(high, low, 9, 26, 52).spanA, "ichimoku_spanA_now"),
  ichimoku_spanB52_now: price(51, ({ high, low }) => ichimoku(high, low, 9, 26, 52).spanB, "ichimoku_spanB52_now"),
  vwap_roll24: price(23, ({ high, low, close, volume }) => rollingVwap(high, low, close, volume, 24), "vwap_roll24"),
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
