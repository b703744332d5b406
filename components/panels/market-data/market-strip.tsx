"use client"

import Link from "next/link"
import { useEffect } from "react"
import { signedPct } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { setLivePrices } from "@/lib/client/live-prices"
import { untilText } from "@/lib/domain/calendar/time-until"
import { type PriceFeed, type Prices, useMarketPrices } from "./use-market-prices"

type CoinPrice = Prices["coins"][number]

const MAX_AGE_MS = 60_000

/** Free prices of all coins: in the server's HTML first, then refreshed. Prices that stopped are marked as old. */
export function MarketStrip({ initial }: { readonly initial: Prices | null }) {
  const feed = useMarketPrices(initial)
  const coins = feed.prices?.coins
  // The charts and owned ranges of the page follow the same prices.
  useEffect(() => setLivePrices(coins ?? []), [coins])
  return (
    <section className="market-strip" aria-label="Market prices, free">
      {feed.prices === null ? (
        <p className="strip-state">{feed.hasFailed ? "Prices are unavailable. Retrying." : "Loading prices…"}</p>
      ) : (
        <>
          <ul>
            {feed.prices.coins.map((coin) => (
              <CoinItem coin={coin} key={coin.coin} />
            ))}
          </ul>
          <FeedState feed={feed} prices={feed.prices} />
        </>
      )}
    </section>
  )
}

function CoinItem({ coin: { coin, price, disputed, change_24h_pct, sparkline_7d } }: { readonly coin: CoinPrice }) {
  return (
    <li>
      <Link prefetch={false} href={`/coins/${coin}`}>
        <b>{coin}</b> <span className="strip-price">{price === null ? "–" : marketPrice(price)}</span>{" "}
        {disputed ? <span className="hint">sources differ</span> : null}
        <Signed value={change_24h_pct} format={signedPct} /> <Sparkline values={sparkline_7d} />
      </Link>
    </li>
  )
}

function Sparkline({ values }: { readonly values: readonly number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length < 2) return null
  const points = values.map((value, index) => {
    const y = high > low ? (100 * (high - value)) / (high - low) : 50
    return `${Math.round((1000 * index) / (values.length - 1)) / 10} ${Math.round(10 * y) / 10}`
  })
  return (
    <svg className="sparkline" viewBox="0 -4 100 108" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${points.join("L")}`} />
    </svg>
  )
}

/** Whether prices are current, and the next 4h close. */
function FeedState({ feed, prices }: { readonly feed: PriceFeed; readonly prices: Prices }) {
  const nowMs = useNow()
  const times = useTimes()
  const [first] = prices.coins
  if (!first) return null
  const at = nowMs > 0 ? nowMs : Date.parse(prices.timestamp)
  const leftMs = Date.parse(first.next_close_at) - at
  const isOld = feed.hasFailed || at - Date.parse(prices.timestamp) > MAX_AGE_MS
  return (
    <p className="strip-state" data-old={isOld}>
      {isOld ? (
        <>
          <span aria-hidden="true">○</span> Not updating since {times.text(prices.timestamp)}
        </>
      ) : (
        <>
          <span className={feed.isPolled ? undefined : "live-dot"} aria-hidden="true">
            {feed.isPolled ? "◐" : "●"}
          </span>{" "}
          {feed.isPolled ? "live updates interrupted" : (first.source ?? "no source")} · next 4h close{" "}
          {leftMs > 0 ? `in ${untilText(leftMs)}` : times.short(first.next_close_at, at)}
        </>
      )}
      {prices.mode === "sandbox"
        ? ` · ${prices.market === "live" ? "sandbox, real market data" : "simulated market"}`
        : ""}
    </p>
  )
}
