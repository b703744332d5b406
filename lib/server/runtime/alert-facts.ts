import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import type { AlertFacts, Condition } from "@/lib/domain/alerts/condition"
import { isAppError } from "@/lib/domain/errors"
import { agreedPrice, type Sourced } from "@/lib/domain/market/candle-feed"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { OptionMarket } from "@/lib/domain/options/option-market"
import { indexPlace } from "@/lib/domain/options/premium"
import { singleton } from "@/lib/server/nextjs/singleton"
import { recordsOf } from "@/lib/record/records"
import { derivativeFacts, UNKNOWN_DERIVATIVES } from "@/lib/endpoints/derivatives/facts"
import { getGeoAlert } from "@/lib/endpoints/geo-alert/answer"
import { getRegime } from "@/lib/endpoints/regime/answer"
import { redSourcesOf } from "@/lib/usecases/sealed-rights"
import { marketPorts } from "./market-ports"
import { rightsOf } from "./rights"
import { runtime } from "./runtime"
import { versionsAnswer } from "./versions"

/** The current values of everything that `kinds` compare. */
export async function readAlertFacts(kinds: ReadonlySet<Condition["kind"]>): Promise<AlertFacts> {
  const { versions } = await versionsAnswer()
  const [coins, regime, critical] = await Promise.all([
    Promise.all(COINS.map((coin) => readCoin(coin, kinds))),
    kinds.has("regime") ? oncePerVersion("regime", versions["/regime"], readRegime) : null,
    kinds.has("critical") ? oncePerVersion("critical", versions["/geo/alert"], readCritical) : null,
  ])
  const of = <T>(pick: (entry: (typeof coins)[number]) => T) =>
    Object.fromEntries(coins.map((entry) => [entry.coin, pick(entry)])) as Record<Coin, T>
  const resources = Object.entries(versions).map(([path, { version, status }]) => {
    return [path, { version, isCurrent: status === "current" }] as const
  })
  return {
    prices: of(({ price }) => price),
    directions: of(({ direction }) => direction),
    ranges: of(({ range }) => range),
    candles: of(({ candle }) => candle),
    derivatives: of(({ derivatives }) => derivatives),
    resources: Object.fromEntries(resources),
    regime,
    critical,
  }
}

async function readCoin(coin: Coin, kinds: ReadonlySet<Condition["kind"]>) {
  const { store, candles, feeds, config } = await runtime()
  const nowMs = Date.now()
  const needsDerivatives = kinds.has("funding") || kinds.has("open_interest") || kinds.has("liquidations")
  const [price, call, derivatives, implied, hours] = await Promise.all([
    candles.price(coin),
    recordsOf(store).sealed.latest(coin, nowMs),
    needsDerivatives ? derivativeFacts(coin, feeds, nowMs) : UNKNOWN_DERIVATIVES,
    kinds.has("implied_volatility") ? feeds.options.read(coin) : null,
    kinds.has("wick") ? candles.candles(coin, "1h") : null,
  ])
  const last = hours?.value.at(-1)
  const candle = last ? { low: last.lowUsd, high: last.highUsd } : null
  const facts = call !== null && redSourcesOf(call.facts, rightsOf(config)).length === 0 ? call.facts : null
  const direction = facts?.degraded ? null : (facts?.direction ?? null)
  return {
    coin,
    price: agreedPrice(price),
    direction,
    range: facts?.ranges?.day ?? null,
    candle,
    derivatives: { ...derivatives, implied_volatility: percentileOf(implied) },
  }
}

/** Place of the index of implied volatility in its year, 0 to 100. */
function percentileOf(market: Sourced<OptionMarket> | null): number | null {
  const percentile = indexPlace(market?.value.index ?? [])?.percentile ?? null
  return percentile === null ? null : 100 * percentile
}

async function readRegime(): Promise<string> {
  return (await getRegime({}, await marketPorts())).regime
}

const CRITICAL = geoAlertContract.queryParams.parse({ min_severity: "CRITICAL" })

async function readCritical(): Promise<readonly string[]> {
  return (await getGeoAlert(CRITICAL, await marketPorts())).alerts.map(({ ack_key }) => ack_key)
}

type Version = { readonly version: number; readonly status: string } | undefined

/** Reads a fact again only when its resource has a new version, because reading takes long; `null` while it is not on sale. */
async function oncePerVersion<T>(name: string, resource: Version, read: () => Promise<T>): Promise<T | null> {
  if (resource?.status !== "current") return null
  const known = singleton("alert-facts", () => new Map<string, { readonly version: number; readonly value: unknown }>())
  const last = known.get(name)
  if (last?.version === resource.version) return last.value as T
  try {
    const value = await read()
    known.set(name, { version: resource.version, value })
    return value
  } catch (error) {
    if (isAppError(error) && error.code === "data_unavailable") return null
    throw error
  }
}
