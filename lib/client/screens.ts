/** Names of `components/ui/icon`. */
type ScreenIcon =
  | "arena"
  | "bank"
  | "calendar"
  | "changes"
  | "code"
  | "coin"
  | "globe"
  | "lanes"
  | "market"
  | "method"
  | "overview"
  | "receipt"
  | "record"
  | "regime"
  | "status"
  | "token"
  | "watch"
  | "yield"

type Group = "Signals" | "Market" | "Chain" | "Trust" | "You"

/** One page of the dashboard. Navigation, palette, titles and sitemap use this list. */
export type Screen = {
  readonly href: string
  readonly title: string
  /** Short title for the tab bar on phones. */
  readonly short: string
  /** One sentence for the page header and search engines. */
  readonly description: string
  readonly group: Group
  readonly icon: ScreenIcon
  /** Second key of its shortcut, after `g`. */
  readonly key: string
  /** The free endpoint that it shows. The screen exists while it, or the endpoint of one of its panels, is served. */
  readonly needs?: string
  /** Shown in the tab bar on phones. */
  readonly inBar: boolean
}

/** What links to a screen show. */
export type ScreenLink = Pick<Screen, "href" | "title" | "short" | "description" | "icon" | "key" | "group">

export const screens: readonly Screen[] = [
  {
    href: "/",
    title: "Overview",
    short: "Overview",
    description:
      "Signals for BTC, ETH and SOL, the regime, the market and geopolitical alerts, each opened by one signed USDC payment.",
    group: "Signals",
    icon: "overview",
    key: "o",
    inBar: true,
  },
  ...(["BTC", "ETH", "SOL"] as const).map((coin) => ({
    href: `/coins/${coin}`,
    title: { BTC: "Bitcoin", ETH: "Ethereum", SOL: "Solana" }[coin],
    short: coin,
    description: `${coin} in depth: the vote of up to 25 indicators, a risk plan, and past calls.`,
    group: "Signals" as const,
    icon: "coin" as const,
    key: { BTC: "b", ETH: "e", SOL: "s" }[coin],
    inBar: coin === "BTC",
  })),
  {
    href: "/watchlist",
    title: "Watchlist",
    short: "Watchlist",
    description: "Free prices of the coins that you choose, each with its source and age.",
    group: "Market",
    icon: "watch",
    key: "w",
    needs: "market_perpetuals",
    inBar: false,
  },
  {
    href: "/regime",
    title: "Regime",
    short: "Regime",
    description: "The state of the bitcoin market, the rules behind it, and the expected range.",
    group: "Market",
    icon: "regime",
    key: "r",
    inBar: false,
  },
  {
    href: "/markets",
    title: "Markets",
    short: "Markets",
    description: "The whole market on one page: prices, flows of funds and stablecoins, derivatives and macro.",
    group: "Market",
    icon: "market",
    key: "m",
    inBar: true,
  },
  {
    href: "/events",
    title: "Events",
    short: "Events",
    description: "FOMC, CPI, NFP and other scheduled United States events of the next seven days.",
    group: "Market",
    icon: "calendar",
    key: "v",
    inBar: false,
  },
  {
    href: "/institutions",
    title: "Institutions",
    short: "Holders",
    description: "Public companies with bitcoin: amounts, cost, purchases and sales of the last 90 days.",
    group: "Market",
    icon: "bank",
    key: "i",
    inBar: false,
  },
  {
    href: "/geo",
    title: "Geopolitics",
    short: "Geo",
    description: "Wars, sanctions and tariffs in the news: severity, corroboration and price reaction.",
    group: "Market",
    icon: "globe",
    key: "p",
    inBar: true,
  },
  {
    href: "/defi",
    title: "DeFi yields",
    short: "DeFi",
    description: "Yields on eight chains with a risk grade, and an allocation with its worst case.",
    group: "Chain",
    icon: "yield",
    key: "d",
    inBar: false,
  },
  {
    href: "/dex",
    title: "DEX tokens",
    short: "DEX",
    description: "Trending and advertised tokens with an open score and warnings. Contracts not audited.",
    group: "Chain",
    icon: "token",
    key: "x",
    inBar: false,
  },
  {
    href: "/track-record",
    title: "Track record",
    short: "Record",
    description: "Results of the sealed calls: ranges, win rate with its interval, calibration and baselines.",
    group: "Trust",
    icon: "record",
    key: "t",
    needs: "stats",
    inBar: false,
  },
  {
    href: "/arena",
    title: "Arena",
    short: "Arena",
    description: "The signal and its parts on paper against simple rules and coin-flippers.",
    group: "Trust",
    icon: "arena",
    key: "a",
    needs: "arena_snapshot",
    inBar: false,
  },
  {
    href: "/methodology",
    title: "Methodology",
    short: "Method",
    description: "All 25 indicators with rule, source and measured evidence, printed from the code that votes.",
    group: "Trust",
    icon: "method",
    key: "y",
    inBar: false,
  },
  {
    href: "/changelog",
    title: "Changelog",
    short: "Changes",
    description: "What each version of a method and of the API changed for buyers, newest first.",
    group: "Trust",
    icon: "changes",
    key: "h",
    inBar: false,
  },
  {
    href: "/status",
    title: "Status",
    short: "Status",
    description: "Whether the service can answer and settle payments now, part by part, with data ages.",
    group: "Trust",
    icon: "status",
    key: "u",
    inBar: false,
  },
  {
    href: "/receipts",
    title: "Receipts",
    short: "Receipts",
    description: "Every answer bought with this browser: reopen it, check its payment, export it.",
    group: "You",
    icon: "receipt",
    key: "l",
    inBar: false,
  },
  {
    href: "/stage",
    title: "Stage",
    short: "Stage",
    description: "Each payment as it happens, between browser, service and chain, and a decoder for any 402.",
    group: "You",
    icon: "lanes",
    key: "k",
    inBar: false,
  },
  {
    href: "/docs",
    title: "API",
    short: "API",
    description: "Every endpoint with its price, parameters and a complete example, and a try-it that pays.",
    group: "You",
    icon: "code",
    key: "c",
    inBar: false,
  },
]

/** @throws {Error} for an unknown path, which is a programming error */
export function screenAt(href: string): Screen {
  const screen = screens.find((screen) => screen.href === href)
  if (!screen) throw new Error(`"${href}" is not a screen.`)
  return screen
}
