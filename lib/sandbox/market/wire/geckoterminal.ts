import { type SandboxToken, tokensAt } from "@/lib/sandbox/market/series/tokens"
import { integer, json, type Responder } from "./responder"

const PER_PAGE = 20

/** The two providers name some networks differently. */
const NETWORK = { solana: "solana", base: "base", ethereum: "eth", bsc: "bsc", arbitrum: "arbitrum" } as const

/** GeckoTerminal's most visited pools, in JSON:API. @see https://apiguide.geckoterminal.com */
export const geckoterminal: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/api/v2/networks/trending_pools") return null
  const page = integer(url, "page", 1)
  if (page < 1 || page > 10) return json({ errors: [{ status: "404", title: "Not Found" }] }, 404)
  const ranked = tokensAt(market, nowMs).toSorted((a, b) => heatOf(b) - heatOf(a))
  const shown = ranked.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return json({ data: shown.map(toPool), included: shown.map(toIncluded) })
}

function heatOf({ volumeH24Usd, changePct }: SandboxToken): number {
  return Math.log(1 + volumeH24Usd) + Math.abs(changePct.h24) / 60
}

function toPool(token: SandboxToken) {
  const { changePct: change } = token
  const network = NETWORK[token.chain]
  return {
    id: `${network}_${token.pairAddress}`,
    type: "pool",
    attributes: {
      address: token.pairAddress,
      name: `${token.symbol} / USDC`,
      pool_created_at: new Date(token.createdMs).toISOString().replace(/\.\d+Z$/, "Z"),
      base_token_price_usd: String(token.priceUsd),
      fdv_usd: text(token.fdvUsd),
      market_cap_usd: null,
      reserve_in_usd: text(token.liquidityUsd),
      price_change_percentage: { m5: text(change.m5), h1: text(change.h1), h6: text(change.h6), h24: text(change.h24) },
      transactions: {
        h24: { buys: token.buys, sells: token.sells, buyers: token.buyers, sellers: token.sellers },
      },
      volume_usd: { h24: text(token.volumeH24Usd) },
      community_sus_report: token.reports,
    },
    relationships: {
      base_token: { data: { id: `${network}_${token.address}`, type: "token" } },
      network: { data: { id: network, type: "network" } },
      dex: { data: { id: `dex-${network}`, type: "dex" } },
    },
  }
}

function toIncluded(token: SandboxToken) {
  return {
    id: `${NETWORK[token.chain]}_${token.address}`,
    type: "token",
    attributes: {
      address: token.address,
      name: token.name,
      symbol: token.symbol,
      decimals: 18,
      coingecko_coin_id: null,
    },
  }
}

function text(value: number): string {
  return value.toFixed(6)
}
