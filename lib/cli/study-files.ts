import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
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
