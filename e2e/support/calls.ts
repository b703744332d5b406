import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import type { ResponseOf } from "@/lib/api/contract"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"

type Calls = ResponseOf<typeof recordCallsContract>
type Call = Calls["calls"][number]
type Figures = Calls["figures"]["replay"]

const directions = ["LONG", "LONG", "LEAN_LONG", "NEUTRAL", "LEAN_SHORT", "SHORT"] as const

/**
 * A possible answer about BTC: one close every four hours up to `NOW_MS`. The calls of the last `liveDays` days are live.
 * An answer with fewer days is the end of an answer with more days.
 */
export function callsOf(days: number, liveDays: number): Calls {
  const calls = prices()
    .map((close, index, all) => callAt(close, all[index + 6] ?? null, liveDays))
    .filter(({ decided_at }) => Date.parse(decided_at) >= NOW_MS - days * DAY_MS)
  const figures = { live_paper: figuresOf(calls, "live_paper"), replay: figuresOf(calls, "replay") }
  const answer = { ...recordCallsContract.example, days, calls, figures, timestamp: new Date(NOW_MS).toISOString() }
  return recordCallsContract.response.parse(answer)
}
type Close = { readonly atMs: number; readonly price: number }

function prices(): readonly Close[] {
  const random = seededRandom(402)
  let price = 96_000
  return Array.from({ length: 361 }, (_, index) => {
    price *= 1 + (random() - 0.5) * 0.018
    return { atMs: NOW_MS - (360 - index) * DECISION_SPACING_MS, price: Number(price.toFixed(2)) }
  })
}

function callAt({ atMs, price }: Close, exit: Close | null, liveDays: number): Call {
  const decided_at = new Date(atMs).toISOString()
  const kind = atMs >= NOW_MS - liveDays * DAY_MS ? "live_paper" : "replay"
  const seen = { id: `BTC-${decided_at}`, decided_at, kind, price } as const
  if (exit === null) return { ...seen, direction: null, degraded: null, range: null, outcome: null }
  // The direction is constant for two days, as with the engine's dead band.
  const direction = directions[(5 * Math.floor(atMs / DAY_MS / 2)) % directions.length] ?? "NEUTRAL"
  const range = { low: price * 0.982, high: price * 1.018 }
  return { ...seen, direction, degraded: false, range, outcome: outcomeOf(direction, { price, range, exit }) }
}

function outcomeOf(
  direction: (typeof directions)[number],
  { price, range, exit }: { readonly price: number; readonly range: NonNullable<Call["range"]>; readonly exit: Close },
): Call["outcome"] {
  const return_pct = Number((100 * (exit.price / price - 1)).toFixed(6))
  const won = direction.endsWith("LONG") === return_pct > 0
  return {
    verdict: direction === "NEUTRAL" ? "NEUTRAL" : won ? "WIN" : "LOSS",
    price: exit.price,
    at: new Date(exit.atMs).toISOString(),
    return_pct,
    inside: range.low <= exit.price && exit.price <= range.high,
  }
}

/** Counts by the service's rules. The rates are those of the example's replay. */
function figuresOf(all: readonly Call[], kind: Call["kind"]): Figures {
  const settled = all.filter((call) => call.kind === kind && call.outcome !== null)
  const directional = settled.filter(({ direction }) => direction === "LONG" || direction === "SHORT")
  const inside = settled.filter(({ outcome }) => outcome?.inside === true).length
  const won = directional.filter(({ outcome }) => outcome?.verdict === "WIN").length
  const { replay } = recordCallsContract.example.figures
  const isShown = settled.length >= 180
  const coverage = isShown ? { coverage: inside / settled.length, ci95: [0.69, 0.89] as [number, number] } : {}
  return {
    ...replay,
    calls: { ...replay.calls, n: directional.length, won, n_effective: directional.length / 6 },
    ranges: { ...replay.ranges, n: settled.length, inside, n_effective: settled.length / 6, ...coverage },
  }
}

const hash = "ab".repeat(32)

/** A settled call as the arena shows it, with texts and decimals that a CSV file has to escape or keep. */
export const settledCall = arenaContract.response.shape.recently_settled.element.parse({
  id: "BTC-2026-11-18T12:00:00.000Z",
  coin: "BTC",
  horizon: "24h",
  direction: "LEAN_LONG",
  confidence: 0.5374,
  entry_price: 96_412.5,
  exit_price: 96_001.123456,
  return_pct: -0.4267,
  outcome: "LOSS",
  settled_at: "2026-11-19T12:00:00.000Z",
  record: { coin: "BTC", votes: { long: 14, short: 6 }, inputs: [{ name: "vix", source: 'a "b", c' }] },
  nonce: "0f".repeat(16),
  commitment: hash,
  prev_hash: hash,
  hash,
})
