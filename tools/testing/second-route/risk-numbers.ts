import fitted from "@/lib/domain/volatility/fitted-model.json" with { type: "json" }
import * as a from "./arithmetic"
import type { Recorded } from "./market"

const HOUR = 3_600_000

type Har = (typeof fitted.har)["day"]

/** Forecast standard deviation of the next 24 hours and 7 days, from the fitted coefficients. */
export function forecastSigmas({ hours, days }: Pick<Recorded, "hours" | "days">): {
  readonly day: number
  readonly week: number
} {
  const endMs = a.last(hours).t + HOUR
  const parkinson = ({ h, l }: a.Bar) => Math.log(h / l) ** 2 / (4 * Math.log(2))
  const usual = (timeMs: number) => fitted.hourOfWeek[(timeMs / HOUR + 72) % 168] ?? 1
  const windows = [6, 24, 72, 168, 720, 1440].map((window) => {
    const own = hours.filter(({ t }) => t >= endMs - window * HOUR)
    return Math.log(24 * a.mean(own.map((bar) => parkinson(bar) / usual(bar.t))))
  })
  const year = Math.log(a.mean(days.slice(-365).map(parkinson)))
  const month = Math.exp((windows[4] ?? 0) / 2)
  const moved = (count: number) => Math.abs(Math.log(a.last(hours).c / a.last(hours, count + 1).c))
  const share = (weekday: number) =>
    a.mean(Array.from({ length: 24 }, (_, hour) => Number(new Date(endMs + hour * HOUR).getUTCDay() === weekday)))
  const variance = ({ intercept, windows: weights, year: yearly, move24h, move7d, weekdays }: Har) =>
    Math.exp(
      intercept +
        a.sum(weights.map((weight, i) => weight * (windows[i] ?? 0))) +
        yearly * year +
        (move24h * moved(24)) / month +
        (move7d * moved(168)) / (month * Math.sqrt(7)) +
        weekdays.saturday * share(6) +
        weekdays.sunday * share(0) +
        weekdays.monday * share(1),
    )
  const day = Math.sqrt(variance(fitted.har.day))
  return { day, week: Math.max(day, Math.sqrt(7 * variance(fitted.har.week))) }
}

/** Edges of the 80% range of 24 hours or 7 days. */
export function rangeOf(
  priceUsd: number,
  sigma: number,
  hours: 24 | 168,
): { readonly low: number; readonly high: number } {
  const horizon = fitted.horizons.find((one) => one.hours === hours)
  const width = (horizon?.halfWidths[fitted.shares.indexOf(0.8)] ?? Number.NaN) * sigma
  return { low: priceUsd * Math.exp(-width), high: priceUsd * Math.exp(width) }
}

/** Supports and resistances of the price of record, nearest first. */
export function levelsAround(recorded: Recorded): {
  readonly supports: readonly number[]
  readonly resistances: readonly number[]
} {
  const { days, fours, hours } = recorded
  const [price, unit] = [a.last(fours).c, a.atr(days.slice(-365))]
  const bars = fours.slice(-540)
  const turns = [
    ...a.pivots(
      bars.map(({ l }) => l),
      5,
      -1,
    ),
    ...a.pivots(
      bars.map(({ h }) => h),
      5,
      1,
    ),
  ]
  const groups: number[][] = []
  for (const turn of turns.toSorted((x, y) => x - y)) {
    const group = groups.at(-1)
    if (group !== undefined && turn - (group[0] ?? 0) <= 0.25 * unit) group.push(turn)
    else groups.push([turn])
  }
  const candidates = [...groups.map(a.mean), ...volumeLevels(hours.slice(-1440), unit / 10)]
  const far = candidates.filter((level) => Math.abs(level - price) >= 0.3 * unit)
  const [week, month] = [7, 30].map((count) => days.slice(-count))
  const extremes = [month ?? [], week ?? []].flatMap((own) => [
    Math.max(...own.map(({ h }) => h)),
    Math.min(...own.map(({ l }) => l)),
  ])
  const side = (sign: 1 | -1) => {
    const on = (levels: readonly number[]) =>
      spaced(
        levels.filter((level) => sign * (level - price) > 0),
        price,
        unit,
      )
    const edges = rangeOf(price, forecastSigmas(recorded).week, 168)
    return [on(far), on(extremes)].find(({ length }) => length > 0) ?? [sign > 0 ? edges.high : edges.low]
  }
  return { supports: side(-1), resistances: side(1) }
}

function spaced(levels: readonly number[], price: number, unit: number): readonly number[] {
  const kept: number[] = []
  for (const level of levels.toSorted((x, y) => Math.abs(x - price) - Math.abs(y - price))) {
    if (kept.every((other) => Math.abs(other - level) >= 0.4 * unit)) kept.push(level)
  }
  return kept.slice(0, 5)
}

/** The band with the most volume, and bands with more than the average and than three neighbours on each side. */
function volumeLevels(bars: readonly a.Bar[], band: number): readonly number[] {
  const bottom = Math.min(...bars.map(({ l }) => l))
  const of = (price: number) => Math.floor((price - bottom) / band)
  const traded = Array.from({ length: of(Math.max(...bars.map(({ h }) => h))) + 1 }, () => 0)
  for (const { l, h, v } of bars) {
    for (let i = of(l); i <= of(h); i++) traded[i] = (traded[i] ?? 0) + v / (of(h) - of(l) + 1)
  }
  const peak = traded.indexOf(Math.max(...traded))
  const isNode = (value: number, i: number) =>
    value > a.mean(traded) && traded.every((other, j) => j === i || Math.abs(j - i) > 3 || other < value)
  const nodes = traded.flatMap((value, i) => (isNode(value, i) && i !== peak ? [i] : []))
  return [peak, ...nodes].map((i) => bottom + (i + 0.5) * band)
}

/** Stop, targets and the stop's distance in ATR for a side. */
export function planLevels({ days, fours }: Recorded, side: 1 | -1) {
  const entry = a.last(fours).c
  const unit = a.atr(days.slice(-365))
  const recent = days.slice(-90)
  const turns = a.pivots(
    recent.map(({ l, h }) => (side > 0 ? l : h)),
    3,
    side > 0 ? -1 : 1,
  )
  const beyond = turns.findLast((turn) => side * (entry - turn) > 0)
  const wanted = beyond === undefined ? 1.5 * unit : Math.abs(entry - beyond) + 0.25 * unit
  const away = Math.min(2 * unit, Math.max(1.25 * unit, wanted))
  return {
    atr: unit,
    stopAtr: away / unit,
    stop: entry - side * away,
    targets: [1, 2, 3].map((r) => entry + side * r * away),
  }
}
