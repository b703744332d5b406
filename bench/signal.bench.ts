import { computeSignal } from "@/lib/domain/signals/compute-signal"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { openTimeOf } from "@/lib/domain/market/candle"
import { supportResistance } from "@/lib/domain/risk/support-resistance"
import { forecastVolatility } from "@/lib/domain/volatility/forecast"
import { inputsOf, waveMarket } from "@/tools/testing/engine/signal-market"
import { median } from "./median"

/*
 * Time of one decision on one coin with all 25 indicators, from as many candles as the feeds hold.
 * Run with `tsx bench/signal.bench.ts`. The run takes about three seconds.
 */

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
/** As many candles as the feeds hold. */
const held = { hours: market.hours.slice(-1_500), fourHours: market.fourHours.slice(-560), days: market.days }
const inputs = inputsOf({ ...held, nowMs: market.nowMs })
const question = { nowMs: market.nowMs, priceUsd: 60_000, previousDirection: null } as const
const decisionMs = openTimeOf(market.nowMs, "4h")
const view = viewMarket(inputs, decisionMs)

/** Decisions of three coins at every 4-hour close of 7.5 years. */
const REPLAY_DECISIONS = 3 * 6 * 365.25 * 7.5

const tasks: Readonly<Record<string, () => unknown>> = {
  "cut and indicators": () => viewMarket(inputs, decisionMs),
  "support and resistance": () => supportResistance(view, question.priceUsd),
  "volatility forecast": () => forecastVolatility(view),
  "a whole decision": () => computeSignal(inputs, question),
}

const rounds = 5
const times = new Map(Object.keys(tasks).map((name) => [name, [] as number[]]))
for (const task of Object.values(tasks)) measure(task, 200)
for (let round = 0; round < rounds; round++) {
  for (const [name, task] of Object.entries(tasks)) times.get(name)?.push(measure(task, 200))
}

console.log("Medians")
for (const [name, all] of times) console.log(`  ${name.padEnd(24)} ${(median(all) * 1000).toFixed(0).padStart(7)} µs`)
const decisionMsCost = median(times.get("a whole decision") ?? [])
console.log(
  `\n  ${(1000 / decisionMsCost).toFixed(0)} decisions a second; three coins over 7.5 years, each decision from ` +
    `scratch: ${((decisionMsCost * REPLAY_DECISIONS) / 1000).toFixed(1)} s (goal for the replay 20 s)`,
)

/** Median milliseconds of one run, over at most `runs` runs or 300 ms. */
function measure(task: () => unknown, runs: number): number {
  const taken: number[] = []
  const deadline = performance.now() + 300
  while (taken.length < runs && performance.now() < deadline) {
    const start = performance.now()
    if (task() === undefined) throw new Error("A benchmark gave nothing.")
    taken.push(performance.now() - start)
  }
  return median(taken)
}
