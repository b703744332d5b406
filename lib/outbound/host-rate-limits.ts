import { DEFAULT_OPEN_DURATIONS, type OpenDurations } from "./circuit-breaker"
import type { HostLimit } from "./token-bucket"

/** For hosts that publish no limit, or a limit far above the rate of this service. */
export const DEFAULT_LIMIT: HostLimit = { burst: 10, perSecond: 5 }

/** Below the published limits, so that a second process at the same IP address stays within them. */
export const HOST_LIMITS: Readonly<Record<string, HostLimit>> = {
  "api.exchange.coinbase.com": { burst: 10, perSecond: 5 },
  "api.kraken.com": { burst: 5, perSecond: 1 },
  "futures.kraken.com": { burst: 6, perSecond: 2 },
  "www.okx.com": { burst: 4, perSecond: 2 },
  "us.okx.com": { burst: 4, perSecond: 2 },
  "api.hyperliquid.xyz": { burst: 6, perSecond: 0.5 },
  "api.alternative.me": { burst: 3, perSecond: 0.5 },
  "home.treasury.gov": { burst: 4, perSecond: 0.05 },
  "query1.finance.yahoo.com": { burst: 2, perSecond: 0.2 },
  "openapi.sosovalue.com": { burst: 4, perSecond: 0.1 },
  "farside.co.uk": { burst: 3, perSecond: 0.2 },
  "nfs.faireconomy.media": { burst: 2, perSecond: 1 / 150 },
  "api.coingecko.com": { burst: 2, perSecond: 1 / 30 },
  "api.dexscreener.com": { burst: 10, perSecond: 2 },
  "api.geckoterminal.com": { burst: 4, perSecond: 0.2 },
  // GDELT rejects requests that are five seconds apart. Two are sent every 15 minutes, and the second one waits.
  "api.gdeltproject.org": { burst: 1, perSecond: 1 / 25 },
  "api.gopluslabs.io": { burst: 10, perSecond: 0.4 },
  "api.honeypot.is": { burst: 5, perSecond: 0.5 },
  "api.rugcheck.xyz": { burst: 5, perSecond: 0.5 },
  "api.coinpaprika.com": { burst: 2, perSecond: 0.2 },
  "mempool.space": { burst: 2, perSecond: 0.2 },
  "data.sec.gov": { burst: 12, perSecond: 1 / 20 },
  // Schedules are read four times a day. A page that has moved must not be requested every ten seconds.
  "www.federalreserve.gov": { burst: 4, perSecond: 1 / 300 },
  "www.bls.gov": { burst: 3, perSecond: 1 / 300 },
  // Without registration BLS answers 25 requests a day from an address.
  "api.bls.gov": { burst: 2, perSecond: 1 / 7_200 },
  "apps.bea.gov": { burst: 3, perSecond: 1 / 300 },
}

/** CoinGecko's free key allows 30 requests a minute. */
const COINGECKO_WITH_KEY: HostLimit = { burst: 5, perSecond: 0.4 }

/** The limits for the keys that are configured. */
export function hostLimits(keys: { readonly coingecko: string | null }): Readonly<Record<string, HostLimit>> {
  return keys.coingecko === null ? HOST_LIMITS : { ...HOST_LIMITS, "api.coingecko.com": COINGECKO_WITH_KEY }
}

/** Hosts that share the quota of another host, because one key serves both. */
export const SHARED_QUOTAS: Readonly<Record<string, string>> = { "api.sosovalue.xyz": "openapi.sosovalue.com" }

/** Hosts that block a client for longer when it sends the next request too early. */
export const HOST_OPEN_DURATIONS: Readonly<Record<string, OpenDurations>> = {
  "api.gdeltproject.org": { ...DEFAULT_OPEN_DURATIONS, afterRateLimitMs: 15 * 60_000 },
  "api.bybit.com": { ...DEFAULT_OPEN_DURATIONS, afterRateLimitMs: 10 * 60_000 },
}
