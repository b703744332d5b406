import { type SandboxToken, tokensAt } from "@/lib/sandbox/market/series/tokens"
import { json, type Responder, type ProviderRequest } from "./responder"

const DEX = {
  solana: "raydium",
  base: "aerodrome",
  ethereum: "uniswap",
  bsc: "pancakeswap",
  arbitrum: "camelot",
} as const

/**
 * DEX Screener: boosts, and pairs by token. An unknown token is an empty list.
 *
 * @see https://docs.dexscreener.com/api/reference
 */
export const dexscreener: Responder = (request) => {
  const { pathname } = request.url
  if (/^\/token-boosts\/(?:latest|top)\/v1$/.test(pathname)) return boosts(request, pathname.includes("top"))
  const { chain, list } = /^\/tokens\/v1\/(?<chain>[^/]+)\/(?<list>[^/]+)$/.exec(pathname)?.groups ?? {}
  if (chain === undefined || list === undefined) return null
  const asked = new Set(decodeURIComponent(list).toLowerCase().split(","))
  const found = tokensAt(request.market, request.nowMs).filter(
    (token) => token.chain === chain && asked.has(token.address.toLowerCase()),
  )
  return json(found.map(toPair))
}

function boosts({ market, nowMs }: ProviderRequest, top: boolean): Response {
  const boosted = tokensAt(market, nowMs).filter(({ boosts: amount }) => amount > 0)
  const order = top ? boosted.toSorted((a, b) => b.boosts - a.boosts) : boosted.toReversed()
  return json(
    order.slice(0, 30).map((token) => ({
      url: urlOf(token),
      chainId: token.chain,
      tokenAddress: token.address,
      description: `${token.name}, simulated`,
      totalAmount: token.boosts,
      ...(top ? {} : { amount: 10 }),
    })),
  )
}

function toPair(token: SandboxToken) {
  const { changePct: change } = token
  return {
    chainId: token.chain,
    dexId: DEX[token.chain],
    url: urlOf(token),
    pairAddress: token.pairAddress,
    baseToken: { address: token.address, name: token.name, symbol: token.symbol },
    quoteToken: { address: "quote", name: "USD Coin", symbol: "USDC" },
    priceNative: token.priceUsd.toPrecision(6),
    priceUsd: token.priceUsd.toPrecision(6),
    txns: { h24: { buys: token.buys, sells: token.sells } },
    volume: { h24: round(token.volumeH24Usd) },
    priceChange: { m5: round(change.m5), h1: round(change.h1), h6: round(change.h6), h24: round(change.h24) },
    ...(token.liquidityUsd < 200 ? {} : { liquidity: { usd: round(token.liquidityUsd), base: 1, quote: 1 } }),
    fdv: Math.round(token.fdvUsd),
    marketCap: Math.round(token.fdvUsd),
    pairCreatedAt: token.createdMs,
    info: token.hasWebsite
      ? { websites: [{ label: "Website", url: "https://token.example" }], socials: [{ type: "twitter", url: "x" }] }
      : { websites: [], socials: [] },
    ...(token.boosts > 0 ? { boosts: { active: token.boosts } } : {}),
  }
}

function urlOf({ chain, pairAddress }: SandboxToken): string {
  return `https://dexscreener.com/${chain}/${pairAddress.toLowerCase()}`
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
