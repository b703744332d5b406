import type { Clock } from "@/lib/domain/clock"
import type { TreasuryFiling } from "@/lib/domain/treasuries/treasury"
import { DAY_MS } from "@/lib/domain/utc-day"
import { FILING_TICKERS } from "@/lib/market/sources/sec-edgar/ciks"
import type { createSecEdgarSource } from "@/lib/market/sources/sec-edgar/client"

const RECENT_MS = 120 * DAY_MS

/**
 * Recent filings of every company with a known CIK.
 *
 * @throws {SourceUnavailableError} or `SourceMalformedError` when not one company could be read.
 */
export async function readFilings(
  edgar: Pick<ReturnType<typeof createSecEdgarSource>, "filings">,
  clock: Clock,
): Promise<{ readonly value: TreasuryFiling[]; readonly asOfMs: number }> {
  const read = await Promise.allSettled(FILING_TICKERS.map((ticker) => edgar.filings(ticker)))
  const failed = read.filter((result) => result.status === "rejected")
  if (failed.length === read.length) throw failed[0]?.reason
  const asOfMs = clock()
  const filings = read.flatMap((result) => (result.status === "fulfilled" ? result.value : []))
  return { value: filings.filter(({ filedMs }) => asOfMs - filedMs <= RECENT_MS), asOfMs }
}
