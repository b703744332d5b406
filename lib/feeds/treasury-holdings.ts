import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { observeChanges } from "@/lib/domain/treasuries/observe-changes"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { createCoinGeckoSource } from "@/lib/sources/coingecko/client"
import type { HeldHoldings } from "./treasury-stored"

const OBSERVED_FOR_MS = 120 * DAY_MS

/** What is held now, and how it differs from the reading before. The list has no time of its own. */
export async function readHoldings(
  coinGecko: Pick<ReturnType<typeof createCoinGeckoSource>, "holdings">,
  previous: Sourced<HeldHoldings> | null,
  clock: Clock,
): Promise<{ readonly value: HeldHoldings; readonly asOfMs: number }> {
  const holdings = [...(await coinGecko.holdings())]
  const asOfMs = clock()
  const before = previous?.value ?? { holdings: [], observed: [] }
  const recent = before.observed.filter(({ atMs }) => asOfMs - atMs <= OBSERVED_FOR_MS)
  return { value: { holdings, observed: [...recent, ...observeChanges(before.holdings, holdings, asOfMs)] }, asOfMs }
}
