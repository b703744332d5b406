import { z } from "zod"
import type { DexPair, TokenBoost, TokenScan } from "@/lib/domain/dex/token-scan"
import { inputLimits } from "@/lib/domain/freshness"
import { nullOnSourceError, SourceUnavailableError } from "@/lib/outbound/errors"
import { createDexScreenerSource } from "@/lib/market/sources/dexscreener/client"
import { createGeckoTerminalSource } from "@/lib/market/sources/geckoterminal/client"
import { createCachedFeed } from "./cached-feed"
import { type FeedPorts, mayShowValues, permitted } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"
import { createSecurityReader, type SecurityChecks } from "./token-security"

export type DexFeeds = ReturnType<typeof createDexFeeds>

const nullable = z.number().nullable()
const fact = z.boolean().nullable()
const id = { chain: z.string(), address: z.string() }
const StoredScan = z.object({
  pairs: z.array(
    z.object({
      ...id,
      symbol: z.string(),
      name: z.string(),
      pairAddress: z.string(),
      dex: z.string(),
      url: z.string(),
      priceUsd: nullable,
      priceChangePct: z.object({ m5: nullable, h1: nullable, h6: nullable, h24: nullable }),
      liquidityUsd: nullable,
      volumeH24Usd: nullable,
      fdvUsd: nullable,
      marketCapUsd: nullable,
      pairCreatedAtMs: nullable,
      buysH24: nullable,
      sellsH24: nullable,
      buyersH24: nullable,
      sellersH24: nullable,
      hasWebsite: fact,
      hasSocial: fact,
      communityReports: nullable,
    }),
  ),
  boosts: z.array(z.object({ ...id, amount: z.number() })),
  trending: z.array(z.object({ ...id, rank: z.number() })),
  security: z.array(
    z.object({
      ...id,
      provider: z.string(),
      checkedAtMs: z.number(),
      openSource: fact,
      honeypot: fact,
      buyTaxPct: nullable,
      sellTaxPct: nullable,
      taxModifiable: fact,
      sellLimited: fact,
      mintable: fact,
      freezable: fact,
      hiddenOwner: fact,
      ownershipReclaimable: fact,
      balanceModifiable: fact,
      selfDestruct: fact,
      proxy: fact,
      lpLockedPct: nullable,
      top10Pct: nullable,
      creatorPct: nullable,
      honeypotSameCreator: fact,
    }),
  ),
  missing: z.array(z.enum(["boosts", "trending", "security"])),
})

/** Trending and boosted tokens in one scan, of the lists that may be read. */
export function createDexFeeds({ http, clock, store, ...rights }: FeedPorts) {
  const [dexScreener] = permitted(rights, [createDexScreenerSource({ http })])
  const geckoTerminal = createGeckoTerminalSource({ http })
  const readSecurity = createSecurityReader({ http, clock, ...rights })
  const showsValues = mayShowValues(rights, geckoTerminal)
  return {
    tokens: createCachedFeed<TokenScan>({
      readers: [
        {
          name: dexScreener === undefined ? geckoTerminal.name : "dexscreener+geckoterminal",
          async read(previous) {
            const asOfMs = clock()
            const [boosts = null, trending] = await Promise.all([
              dexScreener?.boosts().catch(nullOnSourceError),
              geckoTerminal.trending().catch(nullOnSourceError),
            ])
            const described = await dexScreener?.pairs([...(boosts ?? []), ...(trending ?? [])])
            const { pairs, isWhole } = described ?? { pairs: [], isWhole: false }
            const security = await readSecurity([...pairs, ...(trending ?? [])], previous?.value.security ?? [])
            return { value: { ...toScan({ boosts, trending, pairs, isWhole, security }), showsValues }, asOfMs }
          },
        },
      ],
      clock,
      maxAgeMs: inputLimits.tokens.maxAgeMs,
      minIntervalMs: inputLimits.tokens.everyMs,
      store: createSqlValueStore(store, "tokens", (json) => ({ ...StoredScan.parse(json), showsValues })),
    }),
  }
}

type TokenLists = {
  readonly boosts: readonly TokenBoost[] | null
  readonly trending: readonly DexPair[] | null
  readonly pairs: readonly DexPair[]
  /** All requests for pairs succeeded. */
  readonly isWhole: boolean
  readonly security: SecurityChecks
}

/**
 * One list is enough for a scan. The answer names the other list as missing, and also boosts without a description and
 * failed contract checks.
 */
function toScan({ boosts, trending, pairs, isWhole, security }: TokenLists): Omit<TokenScan, "showsValues"> {
  const all = [...pairs, ...(trending ?? [])]
  if (all.length === 0) {
    const host = "dexscreener and geckoterminal"
    throw new SourceUnavailableError({ kind: "stale", host, message: "No token can be described." })
  }
  const missing: TokenScan["missing"][number][] = security.isWhole ? [] : ["security"]
  if (trending === null) missing.unshift("trending")
  if (boosts === null || !isWhole) missing.unshift("boosts")
  return {
    pairs: all,
    boosts: boosts ?? [],
    trending: (trending ?? []).map(({ chain, address }, index) => ({ chain, address, rank: index + 1 })),
    security: security.checks,
    missing,
  }
}
