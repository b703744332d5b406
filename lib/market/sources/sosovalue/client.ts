import type { Coin } from "@/lib/domain/market/coin"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { EtfFlowDay } from "@/lib/market/sources/wire/etf-flow"
import { toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import {
  CompaniesAnswer,
  CurrentMetricsAnswer,
  InflowChartAnswer,
  PurchasesAnswer,
  readSosoValueError,
  SummaryAnswer,
} from "./schema"
import type { SosoCompany, SosoPurchase } from "./schema"
import { toLatestDay, toTotalDay, type EtfTotalDay } from "./to-etf-flows"

const HOST = "openapi.sosovalue.com"
const OLDER_HOST = "api.sosovalue.xyz"

const typeOf = { BTC: "us-btc-spot", ETH: "us-eth-spot", SOL: "us-sol-spot" } as const satisfies Record<Coin, string>

type Ports = { readonly http: SourceClient; readonly apiKey: string }

/**
 * Flows of US spot funds with a free key. The quota is small: one call per coin and half hour is plenty.
 *
 * @see https://sosovalue.gitbook.io/soso-value-api-doc
 */
export function createSosoValueSource({ http, apiKey }: Ports) {
  const shared = { headers: { "x-soso-api-key": apiKey }, readError: readSosoValueError }

  return {
    name: "sosovalue",
    license: licenseOf("sosovalue"),
    /** About one month of days, totals only. */
    async etfTotals(coin: Coin): Promise<Series<EtfTotalDay>> {
      const url = `https://${HOST}/openapi/v1/etfs/summary-history?symbol=${coin}&country_code=US&limit=300`
      const { rows, droppedRows } = (await http.getJson(url, { ...shared, schema: SummaryAnswer })).data
      const days = rows.map(toTotalDay).filter((day) => day !== null)
      return toSeries(HOST, days, droppedRows)
    },
    /** About 300 trading days, totals only, from the older API. One request fills a new history. */
    async etfHistory(coin: Coin): Promise<Series<EtfTotalDay>> {
      const url = `https://${OLDER_HOST}/openapi/v2/etf/historicalInflowChart`
      const body = { type: typeOf[coin] }
      const { rows, droppedRows } = (await http.postJson(url, { ...shared, schema: InflowChartAnswer, body })).data
      const days = rows
        .map(({ date, totalNetInflow }) => toTotalDay({ date, total_net_inflow: totalNetInflow }))
        .filter((day) => day !== null)
      return toSeries(OLDER_HOST, days, droppedRows)
    },
    /** Public companies that hold bitcoin. */
    async companies(): Promise<readonly SosoCompany[]> {
      const url = `https://${HOST}/openapi/v1/btc-treasuries`
      return (await http.getJson(url, { ...shared, schema: CompaniesAnswer })).data.rows
    },
    /** Purchases and sales of one company. */
    async purchases(ticker: string): Promise<readonly SosoPurchase[]> {
      const url = `https://${HOST}/openapi/v1/btc-treasuries/${encodeURIComponent(ticker)}/purchase-history`
      return (await http.getJson(url, { ...shared, schema: PurchasesAnswer })).data.rows
    },
    /** The newest day by fund. */
    async latestEtfFlows(coin: Coin): Promise<EtfFlowDay> {
      const url = `https://${OLDER_HOST}/openapi/v2/etf/currentEtfDataMetrics`
      const body = { type: typeOf[coin] }
      const { data } = await http.postJson(url, { ...shared, schema: CurrentMetricsAnswer, body })
      return toLatestDay(OLDER_HOST, data)
    },
  }
}
