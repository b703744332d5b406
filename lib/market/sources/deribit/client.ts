import { z } from "zod"
import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { expiryImpact, optionsExpiries } from "@/lib/domain/calendar/options-expiry"
import type { Clock } from "@/lib/domain/clock"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { SourceClient } from "@/lib/outbound/source-client"
import { type CalendarList, toCalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { requireRows, validRows } from "@/lib/market/sources/wire/valid-rows"

const HOST = "www.deribit.com"
const CURRENCIES = ["BTC", "ETH"] as const
const MAX_INSTRUMENTS = 10_000
const EXPIRY_HOUR_MS = 8 * HOUR_MS

const Instrument = z.object({
  /** `BTC-27NOV26-100000-C` */
  instrument_name: z.string(),
  /** For options: coins of the underlying, each contract counted once. */
  open_interest: z.number().nonnegative(),
  /** US dollars: the future of the same expiry, or the index. */
  underlying_price: z.number().positive(),
})

const Summary = z.object({ result: validRows(Instrument, MAX_INSTRUMENTS) })

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * How much money the options that expire on the monthly dates are about. Public market data.
 *
 * @see https://docs.deribit.com/api-reference/market-data/public-get_book_summary_by_currency
 */
export function createDeribitSource({ http, clock }: Ports) {
  async function notionalsOf(currency: (typeof CURRENCIES)[number]): Promise<ReadonlyMap<number, number>> {
    const query = new URLSearchParams({ currency, kind: "option" })
    const url = `https://${HOST}/api/v2/public/get_book_summary_by_currency?${query.toString()}`
    const { result } = await http.getJson(url, { schema: Summary })
    const sums = new Map<number, number>()
    for (const { instrument_name, open_interest, underlying_price } of requireRows(HOST, result)) {
      const expiryMs = expiryOf(instrument_name)
      if (expiryMs !== null) sums.set(expiryMs, (sums.get(expiryMs) ?? 0) + open_interest * underlying_price)
    }
    return sums
  }

  return {
    name: "deribit" as const,
    license: licenseOf("deribit"),
    /** Monthly expiries with the notional of both coins. An expiry whose options are not listed yet has none. */
    async calendar(): Promise<CalendarList> {
      const [btc, eth] = await Promise.all(CURRENCIES.map(notionalsOf))
      const nowMs = clock()
      const rows = optionsExpiries(nowMs).map((entry): CalendarEntry => {
        const [btcUsd, ethUsd] = [btc?.get(entry.when.atMs), eth?.get(entry.when.atMs)]
        if (btcUsd === undefined || ethUsd === undefined) return entry
        const notionalUsd = Math.round(btcUsd + ethUsd)
        return { ...entry, notionalUsd, impact: expiryImpact(notionalUsd) }
      })
      return toCalendarList({ host: HOST, nowMs, rows })
    },
  }
}

/** The expiry of `BTC-27NOV26-100000-C`, at 08:00 UTC; `null` for another name. */
function expiryOf(instrument: string): number | null {
  const {
    day = "",
    month = "",
    year = "",
  } = /^[A-Z]+-(?<day>\d{1,2})(?<month>[A-Z]{3})(?<year>\d\d)-/.exec(instrument)?.groups ?? {}
  const dayMs = Date.parse(`${day} ${month} 20${year} UTC`)
  return Number.isFinite(dayMs) ? dayMs + EXPIRY_HOUR_MS : null
}
