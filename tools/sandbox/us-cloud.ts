/**
 * How providers treat a server in a cloud in the United States, as public issue threads report it: refusals by region (451, 403
 * with a page), a page of a bot check, limits that a shared address has used up, a request that hangs, and a connection that is reset.
 * Coinbase, Kraken, Hyperliquid, public offices other than BLS, and most lists of tokens answer.
 */
export const US_CLOUD_FAULTS = [
  "binance-futures=451",
  "binance=451",
  "bybit=403",
  "okx=403",
  "deribit=403",
  "bls=403",
  "farside=403",
  "sosovalue=403",
  "forexfactory=html",
  "dexscreener=html",
  "yahoo=429",
  "coingecko=429",
  "gdelt=429",
  "fred=latency:60000",
  "cboe=down",
].join(",")
