import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import { RIGHTS, type Right, type SeriesId } from "@/lib/market/sources/wire/rights"

/** How a field carries the data of a provider: its values, changes of them, or classes and scores computed from them. */
export type Form = "value" | "change" | "class"

/** What a field rests on. Without series it is a fact of this service, of the request or of a public chain. */
export type FieldRight = { readonly feed: string | null; readonly series: readonly SeriesId[]; readonly form: Form }

const EXCHANGES = ["binance", "coinbase", "kraken", "okx", "hyperliquid", "kraken-futures"] as const
const VENUES = ["okx", "hyperliquid", "binance-futures", "bybit", "kraken-futures"] as const

/** The series that each feed may read. */
export const FEED_SERIES = {
  "candles, price": EXCHANGES,
  derivatives: VENUES,
  "order books": ["hyperliquid", "kraken"],
  "perpetual contracts": ["hyperliquid"],
  "coinbase premium": ["coinbase", "kraken"],
  "fear & greed": ["alternative-me"],
  stablecoins: ["defillama"],
  "fund flows": ["sosovalue", "farside"],
  VIX: ["cboe", "fred VIXCLS", "yahoo"],
  "dollar index": ["yahoo", "fred DTWEXBGS"],
  "10-year yield": ["us-treasury", "fred DGS10", "yahoo"],
  "3-month bill": ["us-treasury", "fred DGS3MO"],
  "S&P 500": ["fred SP500", "yahoo"],
  gold: ["yahoo", "kraken"],
  options: ["deribit"],
  "prediction markets": ["kalshi"],
  calendar: ["fed", "bls", "bls-data", "bea", "mempool", "deribit", "forexfactory", "fred"],
  treasuries: ["coingecko treasuries", "sosovalue", "sec-edgar"],
  dominance: ["coingecko global", "coinpaprika"],
  "pools, protocols": ["defillama"],
  "DEX tokens": ["dexscreener", "geckoterminal"],
  "contract checks": ["goplus", "honeypot.is", "rugcheck"],
  news: ["gdelt", "federal-register", "bbc", "guardian", "aljazeera"],
} as const satisfies Readonly<Record<string, readonly SeriesId[]>>

type FeedName = keyof typeof FEED_SERIES
type Rule = readonly [where: RegExp, feed: FeedName | null, form?: Form]

/** By `id path: source`. The first rule that matches counts. */
const RULES: readonly Rule[] = [
  // Rules, measured evidence and reasons are ours; the values are the providers'.
  [/^context details\.(?!\S*\.value: )/, null],
  [/^context (?:indicators|details)\.\S*\bfear_greed\b/, "fear & greed"],
  [/^context (?:indicators|details)\.\S*\bvix\b/, "VIX"],
  [/^context (?:indicators|details)\.\S*\bdxy/, "dollar index"],
  [/^context (?:indicators|details)\.\S*\bus10y/, "10-year yield"],
  [/^context (?:indicators|details)\.\S*\bspx/, "S&P 500"],
  [/^context (?:indicators|details)\.\S*\bstablecoin/, "stablecoins"],
  [/^context (?:indicators|details)\.\S*\betf_flow/, "fund flows"],
  [/^context (?:indicators|details)\.\S*\bcoinbase_premium/, "coinbase premium"],
  [/^context (?:indicators|details)\.\S*\b(?:funding|open_interest|long_short|taker)/, "derivatives"],
  [/^context (?:indicators|details)\./, "candles, price"],
  [/^dex_alpha tokens\[\]\.security\./, "contract checks"],
  [/^dex_alpha tokens\[\]\.(?:chain|address|symbol|name|pair_address|dex|url): /, null],
  [
    /^dex_alpha tokens\[\]\.(?:price_usd|price_change_pct\.\w+|trending_rank|\w+_usd|pair_created_at|age_h|txns_h24\.\w+|\w+_ratio|boost_amount): /,
    "DEX tokens",
  ],
  [/^dex_alpha /, "DEX tokens", "class"],
  [/^market_overview macro\.vix\..*change/, "VIX", "change"],
  [/^market_overview macro\.vix\./, "VIX"],
  [/^market_overview macro\.dxy\./, "dollar index"],
  [/^market_overview macro\.us10y\./, "10-year yield"],
  [/^market_overview macro\.spx\..*change/, "S&P 500", "change"],
  [/^market_overview macro\.spx\./, "S&P 500"],
  [/^market_overview dominance\..*change/, "dominance", "change"],
  [/^market_overview dominance\./, "dominance"],
  [/^market_overview history_30d\.\S*etf_flow/, "fund flows"],
  [/^market_overview stablecoin/, "stablecoins"],
  [/^market_overview fear_greed\.attribution/, null],
  [/^\w+ \S+: options of Deribit/, "options"],
  [/^\w+ \S+: event contracts of Kalshi/, "prediction markets"],
  [/^\w+ \S+: fund flows/, "fund flows"],
  [/^\w+ \S+: alternative\.me/, "fear & greed"],
  [/^\w+ \S+: DefiLlama/, "pools, protocols"],
  [/^\w+ \S+: FRED or the US Treasury/, "3-month bill"],
  [/^\w+ \S+: CoinGecko, SoSoValue, SEC/, "treasuries"],
  [/^\w+ \S+: (?:the publishers that it names|publisher's time)/, "calendar"],
  [/^\w+ \S+: economic calendar/, "calendar", "class"],
  [/^\w+ \S+: GDELT/, "news"],
  [/^\w+ \S+: hourly candles of the asset/, "gold", "change"],
  [/^\w+ \S+: (?:the venue that it names|newest settled funding rate)/, "derivatives"],
  [/^\w+ \S+: order books/, "order books"],
  [/^\w+ \S+: perpetual contracts/, "perpetual contracts"],
  [/^\w+ \S+: (?:price feed|\S*\s?candles)/, "candles, price"],
  [/^\w+ \S+: (?:engine|daily candles|4h candles|closes of)/, "candles, price", "class"],
  [
    /^[\w-]+ \S+: (?:this service|sealed record|npm run|study|volatility forecast|fitted model|chain|the request|the profile|shipped list|open score|odds|calibrated|observed|the providers' terms|the provider|the part|as its own|`details)/,
    null,
  ],
]

/** The right of a field; `undefined` if no rule says what it rests on. */
export function fieldRight(id: string, path: string, source: string): FieldRight | undefined {
  const rule = RULES.find(([where]) => where.test(`${id} ${path}: ${source}`))
  if (rule === undefined) return undefined
  const [, feed, form = "value"] = rule
  return { feed, series: feed === null ? [] : FEED_SERIES[feed], form }
}

/** Whether a field may have a value in a strict answer without any licence. */
export function maySell({ series, form }: FieldRight): boolean {
  const read = series.map(licenseOf).filter((license) => license !== "evaluation")
  if (series.length > 0 && read.length === 0) return false
  return form !== "value" || read.every((license) => license === "attribution")
}

/** Whether a field may have only coarse classes, because exact ones would give the values of a series back. */
export function mustBeCoarse({ series, form }: FieldRight): boolean {
  return form === "class" && series.map(licenseOf).includes("derived")
}

function licenseOf(series: SeriesId): LicenseClass {
  return RIGHTS[series].license
}

const CLASS_WORDS = { attribution: "green", derived: "amber", evaluation: "red" } as const satisfies Record<
  LicenseClass,
  string
>

function feedsOf(id: string): readonly string[] {
  return Object.entries<readonly string[]>(FEED_SERIES).flatMap(([feed, series]) => (series.includes(id) ? [feed] : []))
}

/** The table of rights by series, for docs/sources.md. */
export function rightsTable(): string {
  const lines = Object.entries<Right>(RIGHTS).map(([id, { license, terms, readOn, finding }]) => {
    return `| ${id} | ${feedsOf(id).join("; ")} | ${CLASS_WORDS[license]} | ${finding} | ${terms}, ${readOn ?? "not read"} |`
  })
  return ["| Series | Read for | Class | What decides | Terms, read |", "|---|---|---|---|---|", ...lines].join("\n")
}
