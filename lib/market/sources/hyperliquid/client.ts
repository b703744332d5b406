import type { Clock } from "@/lib/domain/clock"
import type { Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { Perpetual } from "@/lib/domain/market/perpetual"
import type { VenueBook } from "@/lib/domain/risk/order-book"
import { breakerOf, type BreakerState } from "@/lib/outbound/circuit-breaker"
import type { SourceClient } from "@/lib/outbound/source-client"
import { toCandlePage, type CandlePage, type TimeRange } from "@/lib/market/sources/wire/candle-page"
import type { FundingPoint, OpenInterestPoint, QuotePoint } from "@/lib/market/sources/wire/derivatives"
import { numStr } from "@/lib/market/sources/wire/num-str"
import { toPriceTick, type PriceTick } from "@/lib/market/sources/wire/price-tick"
import { firstRow, toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { AllMids, CandleSnapshot, FundingHistory, L2Book, MetaAndContexts, type HyperliquidContext } from "./schema"
import { toCandle } from "./to-candle"
import { toPerpetual } from "./to-perpetual"
import { toFundingHistory, toOpenInterest, toPremiumPoint, toQuote } from "./to-derivatives"

const HOST = "api.hyperliquid.xyz"
const INFO_URL = `https://${HOST}/info`

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Candles, funding and open interest of perpetual contracts, by POST to one address.
 *
 * @see https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint
 */
export function createHyperliquidSource({ http, clock }: Ports) {
  const contexts = () => http.postJson(INFO_URL, { schema: MetaAndContexts, body: { type: "metaAndAssetCtxs" } })

  async function contextOf(coin: Coin): Promise<HyperliquidContext> {
    const [{ universe }, rows] = await contexts()
    const own = rows.filter((_, index) => universe[index]?.name === coin).filter((context) => context !== null)
    return firstRow(HOST, { rows: own.length === 1 ? own : [] })
  }

  return {
    name: "hyperliquid",
    license: licenseOf("hyperliquid"),
    async candles(coin: Coin, interval: Interval, range: TimeRange): Promise<CandlePage> {
      const req = { coin, interval, startTime: range.fromMs, endTime: range.toMs - 1 }
      const body = { type: "candleSnapshot", req }
      const { rows, droppedRows } = await http.postJson(INFO_URL, { schema: CandleSnapshot, body })
      return toCandlePage({ host: HOST, interval, range, nowMs: clock(), candles: rows.map(toCandle), droppedRows })
    },
    /** Mid price at the time of the request. */
    async price(coin: Coin): Promise<PriceTick> {
      const asOfMs = clock()
      const mids = await http.postJson(INFO_URL, { schema: AllMids, body: { type: "allMids" } })
      return toPriceTick(HOST, numStr.safeParse(mids[coin]).data, asOfMs)
    },
    /** Every contract that is listed and can be read. @throws {SourceUnavailableError} when there is none. */
    async perpetuals(): Promise<readonly Perpetual[]> {
      const [{ universe }, rows] = await contexts()
      const perpetuals = universe.flatMap((contract, index) => toPerpetual(contract, rows[index] ?? null))
      firstRow(HOST, { rows: perpetuals })
      return perpetuals
    },
    /** At most 500 hours from `fromMs` on. */
    async fundingHistory(coin: Coin, fromMs: number): Promise<Series<FundingPoint>> {
      const body = { type: "fundingHistory", coin, startTime: fromMs }
      const { rows, droppedRows } = await http.postJson(INFO_URL, { schema: FundingHistory, body })
      return toSeries(HOST, toFundingHistory(rows), droppedRows)
    },
    /** The premium of the contract in at most 500 hours from `fromMs` on. */
    async basisHistory(coin: Coin, fromMs: number): Promise<Series<QuotePoint>> {
      const body = { type: "fundingHistory", coin, startTime: fromMs }
      const { rows, droppedRows } = await http.postJson(INFO_URL, { schema: FundingHistory, body })
      return toSeries(HOST, rows.flatMap(toPremiumPoint), droppedRows)
    },
    async quote(coin: Coin): Promise<QuotePoint> {
      const atMs = clock()
      return toQuote(await contextOf(coin), atMs)
    },
    /** Twenty prices on each side. */
    async book(coin: Coin): Promise<VenueBook> {
      const { levels, time } = await http.postJson(INFO_URL, { schema: L2Book, body: { type: "l2Book", coin } })
      const [bids, asks] = levels.map(({ rows }) => rows.map(({ px, sz }) => ({ priceUsd: px, sizeBase: sz })))
      return { venue: "hyperliquid", atMs: time, bids: bids ?? [], asks: asks ?? [] }
    },
    async openInterest(coin: Coin): Promise<OpenInterestPoint> {
      const askedAtMs = clock()
      return toOpenInterest(await contextOf(coin), askedAtMs)
    },
    breaker: (): BreakerState => breakerOf(http.health(), HOST),
  }
}
