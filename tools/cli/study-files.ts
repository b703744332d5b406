import { existsSync, readdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { COINS } from "@/lib/domain/market/coin"

const HOURLY_CANDLES = new RegExp(`(${COINS.join("|")}).*_1h\\.csv(\\.gz)?$`, "i")

/**
 * Hourly candle files of known coins in a folder or in its `ohlcv` folder.
 *
 * @throws {Error} there is none
 */
export function candleFilesIn(folder: string): readonly string[] {
  const files = [join(folder, "ohlcv"), folder]
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((file) => HOURLY_CANDLES.test(file))
  if (files.length === 0) throw new Error(`There are no hourly candles (…BTC…_1h.csv.gz) in ${folder}.`)
  return files.toSorted()
}

/** Paths of the study's files inside the folder. */
export const STUDY_FILES = [
  "ohlcv/binance_spot_BTCUSDT_1h.csv.gz",
  "ohlcv/binance_spot_ETHUSDT_1h.csv.gz",
  "ohlcv/binance_spot_SOLUSDT_1h.csv.gz",
  "sentiment/alternative_me_fng_daily.csv",
  "macro/cboe_vix_daily.csv",
  "macro/dxy_daily.csv",
  "macro/fred_sp500_daily.csv",
  "funding/binance_perp_BTCUSDT_funding_8h.csv",
  "funding/binance_perp_ETHUSDT_funding_8h.csv",
  "funding/binance_perp_SOLUSDT_funding_8h.csv",
  "etf/farside_btc_flows_usd_m.csv",
  "etf/farside_eth_flows_usd_m.csv",
]

/**
 * The study's files in a folder, which may also be the folder of its candles.
 *
 * @throws {Error} there are no candles
 */
export function studyFilesIn(folder: string): readonly string[] {
  const root = basename(folder) === "ohlcv" ? dirname(folder) : folder
  const files = STUDY_FILES.map((file) => join(root, file)).filter((file) => existsSync(file))
  if (files.some((file) => file.includes("ohlcv"))) return files
  throw new Error(`There are no candles below ${folder}: nothing can be measured.`)
}
