import { z } from "zod"
import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { expiryImpact, optionsExpiries } from "@/lib/domain/calendar/options-expiry"
import type { Clock } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import { newestTime, type OptionQuote } from "@/lib/domain/options/option-quote"
import type { ImpliedDay } from "@/lib/domain/options/premium"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { SourceClient } from "@/lib/outbound/source-client"
import { type CalendarList, toCalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { type Series, toSeries } from "@/lib/market/sources/wire/series"
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

const OptionRow = Instrument.extend({
  /** `null` where the venue states none. */
  mark_iv: z.number().nullable(),
  mark_price: z.number().nullable(),
  bid_price: z.number().nullable(),
  ask_price: z.number().nullable(),
  creation_timestamp: z.number().int().nonnegative(),
})

const OptionSummary = z.object({ result: validRows(OptionRow, MAX_INSTRUMENTS) })

/** Time, open, high, low and close, in points of volatility. */
const IndexCandle = z.tuple([z.number().int(), z.number(), z.number(), z.number(), z.number().positive()])

const IndexAnswer = z.object({ result: z.object({ data: validRows(IndexCandle, 1_000) }) })

/** Options on SOL are settled and priced in USDC and listed with those on other coins; the others are priced in their coin. */
const LISTED = {
  BTC: { currency: "BTC", prefix: "BTC-", isInDollars: false },
  ETH: { currency: "ETH", prefix: "ETH-", isInDollars: false },
  SOL: { currency: "USDC", prefix: "SOL_USDC-", isInDollars: true },
} as const satisfies Record<Coin, { readonly currency: string; readonly prefix: string; readonly isInDollars: boolean }>

/** A year and the days that decide the place of the first of them. */
const INDEX_DAYS = 400

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * How much money the options that expire on the monthly dates are about, the quotes of all options, and the index of implied
 * volatility. Public market data.
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
    /** Every listed option of a coin. `asOfMs`: when the newest row was made that is not from the future. */
    async options(coin: Coin): Promise<{ readonly quotes: readonly OptionQuote[]; readonly asOfMs: number }> {
      const { currency, prefix, isInDollars } = LISTED[coin]
      const query = new URLSearchParams({ currency, kind: "option" })
      const url = `https://${HOST}/api/v2/public/get_book_summary_by_currency?${query.toString()}`
      const { result } = await http.getJson(url, { schema: OptionSummary })
      const quotes = requireRows(HOST, result).flatMap((row) =>
        row.instrument_name.startsWith(prefix) ? (toQuote(row, isInDollars) ?? []) : [],
      )
      requireRows(HOST, { rows: quotes })
      return { quotes, asOfMs: newestTime(quotes, clock()) }
    },
    /**
     * The index of the volatility that 30 days of options imply, by day, oldest first; the last day is still open.
     *
     * @see https://docs.deribit.com/api-reference/market-data/public-get_volatility_index_data
     */
    async volatilityIndex(currency: (typeof CURRENCIES)[number]): Promise<Series<ImpliedDay>> {
      const nowMs = clock()
      const query = new URLSearchParams({
        currency,
        start_timestamp: String(nowMs - INDEX_DAYS * DAY_MS),
        end_timestamp: String(nowMs),
        resolution: "1D",
      })
      const url = `https://${HOST}/api/v2/public/get_volatility_index_data?${query.toString()}`
      const { data } = (await http.getJson(url, { schema: IndexAnswer })).result
      const points = data.rows.map(([atMs, , , , close]) => ({ atMs, close: close / 100 }))
      return toSeries(HOST, points, data.droppedRows)
    },
  }
}

/** `null` for a name that is not that of an option. */
function toQuote(row: z.output<typeof OptionRow>, isInDollars: boolean): OptionQuote | null {
  const expiryMs = expiryOf(row.instrument_name)
  const { strike, kind } = /-(?<strike>[\dd]+)-(?<kind>[CP])$/.exec(row.instrument_name)?.groups ?? {}
  if (expiryMs === null || strike === undefined) return null
  const inForwards = (price: number) => (isInDollars ? price / row.underlying_price : price)
  // A mark that is not a number is left out and counted with its reason. Many rows that are refused here would refuse the list.
  return {
    expiryMs,
    // `0d625` is 0.625.
    strikeUsd: Number(strike.replace("d", ".")),
    kind: kind === "C" ? "call" : "put",
    markVolatility: (row.mark_iv ?? Number.NaN) / 100,
    mark: inForwards(row.mark_price ?? Number.NaN),
    bid: row.bid_price === null ? null : inForwards(row.bid_price),
    ask: row.ask_price === null ? null : inForwards(row.ask_price),
    forwardUsd: row.underlying_price,
    atMs: row.creation_timestamp,
  }
}

/** The expiry of `BTC-27NOV26-100000-C` and `SOL_USDC-27NOV26-150-C`, at 08:00 UTC; `null` for another name. */
function expiryOf(instrument: string): number | null {
  const {
    day = "",
    month = "",
    year = "",
  } = /^[A-Z_]+-(?<day>\d{1,2})(?<month>[A-Z]{3})(?<year>\d\d)-/.exec(instrument)?.groups ?? {}
  const dayMs = Date.parse(`${day} ${month} 20${year} UTC`)
  // 31 February would be read as a day in March.
  return new Date(dayMs).getUTCDate() === Number(day) ? dayMs + EXPIRY_HOUR_MS : null
}
