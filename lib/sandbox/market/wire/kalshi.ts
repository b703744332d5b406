import { COINS, type Coin } from "@/lib/domain/market/coin"
import { HOUR_MS, WEEK_MS } from "@/lib/domain/utc-day"
import {
  certainAt,
  type ContractEvent,
  type ContractQuote,
  eventsAt,
  quotesAt,
} from "@/lib/sandbox/market/series/event-contracts"
import { json, type Responder, rowLimit } from "./responder"

const PATH = "/trade-api/v2/markets"
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"] as const
const NAMES = { BTC: "Bitcoin", ETH: "Ethereum", SOL: "Solana" } as const satisfies Record<Coin, string>
const SUFFIXES = { D: "close", MAXMON: "high", MINMON: "low" } as const satisfies Record<string, ContractEvent["kind"]>

/** Event contracts on the price at an hour, and on the highest and lowest price of a month. @see https://docs.kalshi.com */
export const kalshi: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== PATH) return null
  const { coin, suffix } =
    /^KX(?<coin>[A-Z]{3})(?<suffix>D|M(?:AX|IN)MON)$/.exec(url.searchParams.get("series_ticker") ?? "")?.groups ?? {}
  const known = COINS.find((one) => one === coin)
  // An unknown series has no markets, and is no error.
  if (known === undefined || suffix === undefined) return json({ markets: [], cursor: "" })
  const kind = SUFFIXES[suffix as keyof typeof SUFFIXES]
  const status = url.searchParams.get("status")
  const quoteOf = quotesAt(market, known, nowMs)
  const rows = eventsAt(market, known, kind, nowMs)
    .flatMap((event) =>
      rowsOf(event, { coin: known, isCertain: certainAt(market, known, event, nowMs), nowMs, quoteOf }),
    )
    .filter((row) => status === null || row.status === (status === "open" ? "active" : "finalized"))
  const limit = rowLimit(url, { fallback: 100, max: 1_000 })
  return json({ markets: rows.slice(0, limit), cursor: rows.length > limit ? "more" : "" })
}

type Open = {
  readonly coin: Coin
  readonly nowMs: number
  readonly isCertain: (level: number) => boolean
  readonly quoteOf: (event: ContractEvent, level: number) => ContractQuote
}

function rowsOf(event: ContractEvent, { coin, nowMs, isCertain, quoteOf }: Open) {
  return event.levels.map((level) => {
    const isOpen = nowMs < event.closeMs && !isCertain(level)
    return { ...factsOf(coin, event, level), ...stateOf(isOpen ? quoteOf(event, level) : null, isCertain(level)) }
  })
}

function factsOf(coin: Coin, { kind, openMs, closeMs, dayMs }: ContractEvent, level: number) {
  const date = new Date(dayMs)
  const day = `${String(date.getUTCFullYear()).slice(2)}${MONTHS[date.getUTCMonth()]}${String(date.getUTCDate()).padStart(2, "0")}`
  const event =
    kind === "close" ? `KX${coin}D-${day}17` : `KX${coin}${kind === "high" ? "MAX" : "MIN"}MON-${coin}-${day}`
  const words = kind === "low" ? "below" : "above"
  const text = `${words[0]?.toUpperCase()}${words.slice(1)} $${level}`
  const ended = iso(closeMs)
  return {
    ticker: kind === "close" ? `${event}-T${level}` : `${event}-${Math.round(100 * level)}`,
    event_ticker: event,
    market_type: "binary",
    title:
      kind === "close"
        ? `${NAMES[coin]} price on ${day}?`
        : `Will ${coin} trimmed mean be ${words} $${level} by 11:59 PM ET on ${day}?`,
    subtitle: kind === "close" ? text : "",
    yes_sub_title: text,
    no_sub_title: text,
    created_time: iso(openMs - 12 * HOUR_MS),
    updated_time: iso(openMs),
    open_time: iso(openMs),
    close_time: ended,
    expected_expiration_time: iso(closeMs + 5 * 60_000),
    expiration_time: iso(closeMs + WEEK_MS),
    latest_expiration_time: iso(closeMs + WEEK_MS),
    settlement_timer_seconds: 60,
    can_close_early: true,
    notional_value_dollars: "1.0000",
    price_level_structure: "linear_cent",
    strike_type: kind === "low" ? "less" : "greater",
    ...(kind === "low" ? { cap_strike: level } : { floor_strike: level }),
    rules_primary:
      kind === "close"
        ? `If the simple average of the sixty seconds of CF Benchmarks' ${NAMES[coin]} Real-Time Index before the end is above ${level}, then the market resolves to Yes.`
        : `If the price of ${coin} after issuance and through the end is ever ${words} $${level}, then the market resolves to Yes.`,
    rules_secondary: "",
  }
}

/** Quotes while it is open; then the result. */
function stateOf(quote: ContractQuote | null, isYes: boolean) {
  const bid = quote?.bidCents ?? 0
  const ask = quote?.askCents ?? 100
  const none = dollars(0)
  return {
    status: quote === null ? "finalized" : "active",
    result: quote === null ? (isYes ? "yes" : "no") : "",
    expiration_value: "",
    yes_bid_dollars: dollars(bid),
    yes_bid_size_fp: (quote?.bidContracts ?? 0).toFixed(2),
    yes_ask_dollars: dollars(ask),
    yes_ask_size_fp: (quote?.askContracts ?? 0).toFixed(2),
    no_bid_dollars: dollars(100 - ask),
    no_ask_dollars: dollars(100 - bid),
    last_price_dollars: dollars(Math.round((bid + ask) / 2)),
    previous_yes_bid_dollars: none,
    previous_yes_ask_dollars: none,
    previous_price_dollars: none,
    volume_fp: "0.00",
    volume_24h_fp: "0.00",
    open_interest_fp: "0.00",
    liquidity_dollars: none,
  }
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(4)
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(".000Z", "Z")
}
