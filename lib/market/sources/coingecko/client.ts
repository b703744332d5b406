import type { z } from "zod"
import type { Dominance } from "@/lib/domain/market/dominance"
import type { TreasuryHolding, TreasuryTransaction } from "@/lib/domain/treasuries/treasury"
import type { SourceClient } from "@/lib/outbound/source-client"
import { requireRows } from "@/lib/market/sources/wire/valid-rows"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { CompaniesAnswer, EntitiesAnswer, GlobalAnswer, readCoinGeckoError, TransactionsAnswer } from "./schema"
import { toHolding, toTransaction } from "./to-treasury"

const HOST = "api.coingecko.com"
const BASE = `https://${HOST}/api/v3`
/** The largest page of the list of companies. */
const ENTITY_PAGE = 250
const MAX_ENTITY_PAGES = 10

type Ports = { readonly http: SourceClient; readonly apiKey?: string }

/** The id of a company in CoinGecko's transaction endpoint. */
export type Entity = { readonly id: string; readonly symbol: string | null; readonly name: string }

/**
 * Public companies' bitcoin, and the whole market. Keyless, or with a free key. Attribution is required: "Data provided
 * by CoinGecko".
 *
 * @see https://docs.coingecko.com/reference/companies-public-treasury
 */
export function createCoinGeckoSource({ http, apiKey }: Ports) {
  const shared = {
    readError: readCoinGeckoError,
    ...(apiKey !== undefined && { headers: { "x-cg-demo-api-key": apiKey } }),
  }

  return {
    name: "coingecko" as const,
    license: licenseOf("coingecko global"),

    async holdings(): Promise<readonly TreasuryHolding[]> {
      const url = `${BASE}/companies/public_treasury/bitcoin?per_page=250`
      return (await http.getJson(url, { ...shared, schema: CompaniesAnswer })).companies.rows.map(toHolding)
    },

    /** All companies, page by page. */
    async entities(): Promise<readonly Entity[]> {
      const names: z.output<typeof EntitiesAnswer>["rows"][number][] = []
      for (let page = 1; page <= MAX_ENTITY_PAGES; page++) {
        const url = `${BASE}/entities/list?entity_type=company&per_page=${ENTITY_PAGE}&page=${page}`
        const { rows, droppedRows } = await http.getJson(url, { ...shared, schema: EntitiesAnswer })
        names.push(...rows)
        if (rows.length + droppedRows < ENTITY_PAGE) break
      }
      return requireRows(HOST, { rows: names }).map(({ id, symbol, name }) => ({
        id,
        symbol: symbol?.trim() || null,
        name,
      }))
    },

    /** The newest 20 changes of one company. */
    async transactions(
      id: string,
      holder: { readonly company: string; readonly symbol: string | null },
    ): Promise<readonly TreasuryTransaction[]> {
      const query = "coin_ids=bitcoin&order=date_desc&per_page=20"
      const url = `${BASE}/public_treasury/${encodeURIComponent(id)}/transaction_history?${query}`
      const { rows } = (await http.getJson(url, { ...shared, schema: TransactionsAnswer })).transactions
      return rows.map((row) => toTransaction(row, holder)).filter((row) => row !== null)
    },

    async global(): Promise<{ readonly value: Dominance; readonly asOfMs: number }> {
      const { data } = await http.getJson(`${BASE}/global`, { ...shared, schema: GlobalAnswer })
      const value = {
        btcPct: data.market_cap_percentage.btc,
        ethPct: data.market_cap_percentage.eth ?? null,
        marketCapUsd: data.total_market_cap.usd,
        volume24hUsd: data.total_volume.usd,
        marketCapChange24hPct: data.market_cap_change_percentage_24h_usd,
      }
      return { value, asOfMs: data.updated_at * 1000 }
    },
  }
}
