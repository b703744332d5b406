import { notFound } from "next/navigation"
import { shareImage } from "@/components/share/share-image"
import { isOver } from "@/lib/domain/clock"
import { COINS } from "@/lib/domain/market/coin"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import { freeAnswer } from "@/lib/server/runtime/answers"

type Drawn = { readonly atMs: number; readonly png: Promise<ArrayBuffer> }

/** Drawing takes a tenth of a second, so each card is drawn at most once a minute. */
const MAX_AGE_MS = MINUTE_MS
const drawn = new Map<string, Drawn>()

/** The share card of a coin (`/share?coin=BTC`) as PNG: free figures, the call blurred. */
export async function GET(request: Request): Promise<Response> {
  const coin = new URL(request.url).searchParams.get("coin")
  if (coin === null || !COINS.some((one) => one === coin)) notFound()
  const held = drawn.get(coin)
  const isFresh = held !== undefined && !isOver({ sinceMs: held.atMs, lengthMs: MAX_AGE_MS, nowMs: Date.now() })
  const png = isFresh ? held.png : draw(coin)
  return new Response(await png, {
    headers: { "content-type": "image/png", "cache-control": `public, max-age=${MAX_AGE_MS / 1_000}` },
  })
}

function draw(coin: string): Promise<ArrayBuffer> {
  const png = freeAnswer("market_prices", {}).then(async (prices) => {
    const price = prices.coins.find((one) => one.coin === coin)
    return shareImage(coin, {
      price: price?.price ?? null,
      sparkline: price?.sparkline_7d ?? [],
      mode: prices.mode,
    }).arrayBuffer()
  })
  drawn.set(coin, { atMs: Date.now(), png })
  // A failed drawing is not kept.
  png.catch(() => drawn.delete(coin))
  return png
}
