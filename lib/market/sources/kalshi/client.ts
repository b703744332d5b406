import { z } from "zod"
import { easternToMs } from "@/lib/domain/calendar/eastern-time"
import type { Clock } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import type { MarketQuestion, QuestionKind, QuestionQuotes } from "@/lib/domain/prediction/market-question"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import type { SourceClient } from "@/lib/outbound/source-client"

const HOST = "api.elections.kalshi.com"
const MAX_ROWS = 1_000
const MAX_BYTES = 8_000_000

const Decimal = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,6})?$/)
  .transform(Number)

const Row = z.object({
  /** `KXBTCD-26NOV2817-T91249.99`, `KXBTCMAXMON-BTC-26NOV30-9500000` */
  ticker: z.string(),
  /** `active` is open for trade. */
  status: z.string(),
  open_time: z.iso.datetime({ offset: true }),
  close_time: z.iso.datetime({ offset: true }),
  strike_type: z.string(),
  floor_strike: z.number().nullish(),
  cap_strike: z.number().nullish(),
  /** Prices of Yes in US dollars. Without orders: 0 and 1, and no contracts. */
  yes_bid_dollars: Decimal,
  yes_ask_dollars: Decimal,
  yes_bid_size_fp: Decimal,
  yes_ask_size_fp: Decimal,
})

type Row = z.output<typeof Row>

const Answer = z.object({ markets: validRows(Row, MAX_ROWS) })

type Series = { readonly series: string; readonly kind: QuestionKind; readonly side: "above" | "below" }

/** The price at an hour of New York, and the highest and lowest price of a month. */
function seriesOf(coin: Coin): readonly Series[] {
  return [
    { series: `KX${coin}D`, kind: "close", side: "above" },
    { series: `KX${coin}MAXMON`, kind: "touch", side: "above" },
    { series: `KX${coin}MINMON`, kind: "touch", side: "below" },
  ]
}

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Event contracts on the prices of coins, with the best quotes of Yes. Public market data without a key.
 *
 * @see https://docs.kalshi.com/api-reference/market/get-markets
 */
export function createKalshiSource({ http, clock }: Ports) {
  async function questionsOf(coin: Coin, series: Series) {
    const query = new URLSearchParams({ series_ticker: series.series, status: "open", limit: String(MAX_ROWS) })
    const url = `https://${HOST}/trade-api/v2/markets?${query.toString()}`
    const { markets } = await http.getJson(url, { schema: Answer, maxBytes: MAX_BYTES })
    return markets.rows.flatMap((row) => toQuestion(row, coin, series) ?? [])
  }

  return {
    name: "kalshi" as const,
    license: licenseOf("kalshi"),
    /** Every question that is listed. There may be none. The venue's answer has no time, so its time is that of the request. */
    async questions(coin: Coin): Promise<QuestionQuotes> {
      const atMs = clock()
      const lists = await Promise.all(seriesOf(coin).map((series) => questionsOf(coin, series)))
      return { atMs, questions: lists.flat() }
    },
  }
}

/** `null` unless level and end are those that the ticker names, so that no other question is answered. */
function toQuestion(row: Row, coin: Coin, { series, kind, side }: Series): MarketQuestion | null {
  const named = kind === "close" ? closeOf(row.ticker, series) : touchOf(row.ticker, `${series}-${coin}`)
  const levelUsd = side === "above" ? row.floor_strike : row.cap_strike
  const untilMs = Date.parse(row.close_time)
  const isAsNamed =
    row.strike_type === (side === "above" ? "greater" : "less") &&
    levelUsd === named?.levelUsd &&
    untilMs >= (named?.untilMs ?? Infinity) &&
    untilMs <= (named?.untilMs ?? 0) + MINUTE_MS
  if (!isAsNamed || typeof levelUsd !== "number") return null
  const [bid, ask] = [row.yes_bid_dollars, row.yes_ask_dollars]
  return {
    ticker: row.ticker,
    kind,
    side,
    levelUsd,
    untilMs,
    isOpen: row.status === "active",
    openMs: Date.parse(row.open_time),
    bid: bid === 0 ? null : bid,
    ask: ask === 1 ? null : ask,
    bidContracts: row.yes_bid_size_fp,
    askContracts: row.yes_ask_size_fp,
  }
}

type Named = { readonly levelUsd: number; readonly untilMs: number }

/** `KXBTCD-26NOV2817-T91249.99`: at 17:00 in New York, above 91,249.99. */
function closeOf(ticker: string, prefix: string): Named | null {
  const {
    hour = "",
    level = "",
    ...day
  } = groupsOf(ticker, prefix, String.raw`(?<hour>[0-2]\d)-T(?<level>\d+(?:\.\d+)?)`)
  return named(day, `${hour}:00`, Number(level))
}

/** `KXBTCMAXMON-BTC-26NOV30-9500000`: until 23:59 in New York, $95,000 in cents. */
function touchOf(ticker: string, prefix: string): Named | null {
  const { level = "", ...day } = groupsOf(ticker, prefix, String.raw`-(?<level>\d+)`)
  return named(day, "23:59", Number(level) / 100)
}

type Groups = Readonly<Record<string, string | undefined>>

function groupsOf(ticker: string, prefix: string, rest: string): Groups {
  const pattern = String.raw`^${prefix}-(?<year>\d\d)(?<month>[A-Z]{3})(?<day>\d\d)${rest}$`
  return new RegExp(pattern).exec(ticker)?.groups ?? {}
}

function named({ year = "", month = "", day = "" }: Groups, time: string, levelUsd: number): Named | null {
  const dayMs = Date.parse(`${day} ${month} 20${year} UTC`)
  // 31 February would be read as a day in March.
  if (new Date(dayMs).getUTCDate() !== Number(day) || !(levelUsd > 0)) return null
  return { levelUsd, untilMs: easternToMs(new Date(dayMs).toISOString().slice(0, 10), time) }
}
