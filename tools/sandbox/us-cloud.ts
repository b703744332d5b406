/**
 * The worst that a server in a cloud in the United States has to expect. Public issue threads report 451 of Binance
 * (ccxt/ccxt 15872) and 403 of Bybit (sieblyio/bybit-api 268, 380). The others are assumed: refusals by region, a page of a bot check,
 * limits that a shared address has used up, a request that hangs, and a connection that is reset. Coinbase, Kraken, Hyperliquid,
 * public offices other than BLS, and most lists of tokens answer.
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
