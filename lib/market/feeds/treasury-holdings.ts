import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { MIN_COMPANIES, type TreasuryHolding } from "@/lib/domain/treasuries/treasury"
import { observeChanges } from "@/lib/domain/treasuries/observe-changes"
import { DAY_MS } from "@/lib/domain/utc-day"
import { nullOnSourceError, SourceUnavailableError } from "@/lib/outbound/errors"
import type { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import type { createSosoValueSource } from "@/lib/market/sources/sosovalue/client"
import { toHolding, toTransactions } from "@/lib/market/sources/sosovalue/to-treasuries"
import type { CachedHoldings } from "./treasury-stored"

const OBSERVED_FOR_MS = 120 * DAY_MS

type Ask = {
  readonly coinGecko: Pick<ReturnType<typeof createCoinGeckoSource>, "name" | "holdings">
  readonly previous: Sourced<CachedHoldings> | null
  readonly clock: Clock
  /** Maximum retention of the provider's data. */
  readonly retentionMs: number
}

/**
 * Current holdings and the changes since the previous reading. The list has no timestamp.
 *
 * @throws {SourceUnavailableError} if the list is too short. The feed then keeps its current value.
 */
export async function readHoldings({
  coinGecko,
  previous,
  clock,
  retentionMs,
}: Ask): Promise<{ readonly value: CachedHoldings; readonly asOfMs: number }> {
  const holdings = [...(await coinGecko.holdings())]
  requireEnough(coinGecko.name, holdings)
  const asOfMs = clock()
  const recent = previous?.value.observed.filter(({ atMs }) => asOfMs - atMs <= OBSERVED_FOR_MS) ?? []
  const before = previous !== null && asOfMs - previous.asOfMs <= retentionMs ? previous.value.holdings : []
  return { value: { holdings, observed: [...recent, ...observeChanges(before, holdings, asOfMs)] }, asOfMs }
}

/**
 * The fallback: twelve companies, one request each. A company that fails is skipped.
 *
 * @throws {SourceUnavailableError} when too few can.
 */
export async function readSosoHoldings(
  soso: Pick<ReturnType<typeof createSosoValueSource>, "name" | "companies" | "purchases">,
  clock: Clock,
): Promise<{ readonly value: CachedHoldings; readonly asOfMs: number }> {
  const value: CachedHoldings = { holdings: [], observed: [] }
  for (const company of await soso.companies()) {
    const purchases = (await soso.purchases(company.ticker).catch(nullOnSourceError)) ?? []
    const holding = toHolding(company, purchases)
    if (holding === null) continue
    value.holdings.push(holding)
    value.observed.push(...toTransactions(company, purchases))
  }
  requireEnough(soso.name, value.holdings)
  return { value, asOfMs: clock() }
}

function requireEnough(host: string, holdings: readonly TreasuryHolding[]): void {
  const known = holdings.filter(({ holdingsBtc }) => holdingsBtc > 0).length
  if (known >= MIN_COMPANIES) return
  throw new SourceUnavailableError({ kind: "stale", host, message: `${host} knows ${known} holdings.` })
}
