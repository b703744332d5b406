import { DAY_MS, HOUR_MS, WEEK_MS } from "@/lib/domain/utc-day"
import { normalAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { companies, type Company, type CompanyKind } from "./companies"

/** Announced at 8:00 in New York or an hour later. */
const ANNOUNCED_AFTER_MS = 13 * HOUR_MS

/** One purchase or sale and the holding after it; `dayMs` is the Monday of its announcement. */
export type TreasuryTrade = {
  readonly dayMs: number
  readonly changeBtc: number
  readonly valueUsd: number
  readonly balanceBtc: number
  /** The cost of the balance. */
  readonly costUsd: number
}

const profiles = {
  accumulator: { buyChance: 0.55, sellChance: 0.015, priceSensitivity: 1 },
  miner: { buyChance: 0.5, sellChance: 0.16, priceSensitivity: 0.2 },
  holder: { buyChance: 0.035, sellChance: 0.03, priceSensitivity: 0.6 },
} as const satisfies Record<CompanyKind, unknown>

const tradesByMarket = new WeakMap<SimulatedMarket, Map<string, TreasuryTrade[]>>()

/** Trades of one company announced by `nowMs`, oldest first; the first entry is the initial holding. */
export function tradesOf(market: SimulatedMarket, company: Company, nowMs: number): readonly TreasuryTrade[] {
  const ofMarket = tradesByMarket.get(market) ?? new Map<string, TreasuryTrade[]>()
  tradesByMarket.set(market, ofMarket)
  const history = ofMarket.get(company.id) ?? [begin(market, company)]
  ofMarket.set(company.id, history)
  extend(market, company, history, nowMs)
  return history.filter(
    ({ dayMs, changeBtc }, at) => dayMs + ANNOUNCED_AFTER_MS <= nowMs && (at === 0 || changeBtc !== 0),
  )
}

/** Companies that hold bitcoin at `nowMs`, largest first. */
export function holdersAt(market: SimulatedMarket, nowMs: number) {
  return companies
    .flatMap((company) => {
      const last = tradesOf(market, company, nowMs).at(-1)
      return last === undefined ? [] : [{ company, ...last }]
    })
    .sort((a, b) => b.balanceBtc - a.balanceBtc)
}

function begin(market: SimulatedMarket, { since, startBtc }: Company): TreasuryTrade {
  const dayMs = Date.parse(`${since}T00:00:00Z`)
  const valueUsd = Math.round(startBtc * market.priceAt("BTC", dayMs))
  return { dayMs, changeBtc: startBtc, valueUsd, balanceBtc: startBtc, costUsd: valueUsd }
}

/** Week after week, idle ones included: each depends on the books before it. */
function extend(market: SimulatedMarket, company: Company, history: TreasuryTrade[], nowMs: number): void {
  for (let last = history.at(-1); last !== undefined && last.dayMs + WEEK_MS <= nowMs; last = history.at(-1)) {
    history.push(nextWeek(market, company, last))
  }
}

function nextWeek(market: SimulatedMarket, company: Company, before: TreasuryTrade): TreasuryTrade {
  const dayMs = before.dayMs + WEEK_MS
  const stream = streamOf(market.seed, `treasury/${company.id}`)
  const index = 2 * Math.round(dayMs / WEEK_MS)
  const draw = uniformAt(stream, index)
  const { buyChance, sellChance, priceSensitivity } = profiles[company.kind]
  const month = Math.log(market.priceAt("BTC", dayMs) / market.priceAt("BTC", dayMs - 30 * DAY_MS))
  // Companies sell shares and raise money while the price rises.
  const appetite = Math.min(2, Math.max(0.3, 1 + 3 * priceSensitivity * month))
  if (draw < Math.min(0.9, buyChance * appetite)) {
    const noise = Math.exp(0.75 * normalAt(stream, index + 1))
    return buy(market, before, { dayMs, usd: company.sizeUsdM * 1e6 * appetite * noise * growth(dayMs) })
  }
  if (draw > 1 - sellChance) return sell(market, before, { dayMs, share: 0.005 + 0.05 * uniformAt(stream, index + 1) })
  return { ...before, dayMs, changeBtc: 0, valueUsd: 0 }
}

type Deal = { readonly dayMs: number }

/** At the price of the days before, in whole hundredths of a coin. */
function buy(
  market: SimulatedMarket,
  before: TreasuryTrade,
  { dayMs, usd }: Deal & { readonly usd: number },
): TreasuryTrade {
  const priceUsd = market.priceAt("BTC", dayMs - 3 * DAY_MS)
  const changeBtc = wholeHundredths(usd / priceUsd)
  const valueUsd = Math.round(changeBtc * priceUsd)
  const balanceBtc = wholeHundredths(before.balanceBtc + changeBtc)
  return { dayMs, changeBtc, valueUsd, balanceBtc, costUsd: before.costUsd + valueUsd }
}

function sell(
  market: SimulatedMarket,
  before: TreasuryTrade,
  { dayMs, share }: Deal & { readonly share: number },
): TreasuryTrade {
  const soldBtc = wholeHundredths(before.balanceBtc * share)
  const valueUsd = Math.round(soldBtc * market.priceAt("BTC", dayMs - 3 * DAY_MS))
  const balanceBtc = wholeHundredths(before.balanceBtc - soldBtc)
  const costUsd = before.balanceBtc === 0 ? 0 : Math.round((before.costUsd * balanceBtc) / before.balanceBtc)
  return { dayMs, changeBtc: -soldBtc, valueUsd, balanceBtc, costUsd }
}

/** Sums raised grow over the years. */
function growth(dayMs: number): number {
  const years = (dayMs - Date.UTC(2020, 6, 1)) / (365.25 * DAY_MS)
  return Math.min(2.6, 0.35 * Math.exp(0.33 * Math.max(0, years)))
}

function wholeHundredths(btc: number): number {
  return Math.round(100 * btc) / 100
}
