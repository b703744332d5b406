import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { measureGoals } from "@/lib/backtest/goals/goals"
import { goalsTable } from "@/lib/backtest/goals/table"
import { walkStudy } from "@/lib/backtest/parallel-walk"
import { readStudy } from "@/lib/backtest/study"
import { isoDate } from "@/lib/domain/utc-day"
import { type Given, runCommand } from "./command"

/** Files of the study, below the folder that is given, or `../shared/data`. */
const FILES = [
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

const USAGE = `npm run goals [-- FOLDER]      measures the method's goals on real history and prints them as a table

FOLDER (../shared/data unless told) is not part of this repository. Of these it has candles of one coin at least; what is
not there has no vote:

  ${FILES.join("\n  ")}`

async function main({ words: [folder = "../shared/data"] }: Given): Promise<void> {
  const files = FILES.map((file) => join(folder, file)).filter((file) => existsSync(file))
  if (!files.some((file) => file.includes("ohlcv"))) {
    throw new Error(`There are no candles below ${folder}: nothing can be measured.`)
  }
  const study = readStudy(files)
  const calls = await walkStudy(study, { files, threads: availableParallelism(), progress })
  const times = [...calls.values()].flat().map(({ decisionTimeMs }) => decisionTimeMs)
  const [from, to] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, 0])
  console.error(`\n${times.length} calls of ${[...calls.keys()].join(", ")}, ${isoDate(from)} to ${isoDate(to)}`)
  console.log(goalsTable(measureGoals(study, calls)))
}

function progress(done: number, total: number): void {
  process.stderr.write(`\r${Math.round((100 * done) / total)}% of ${total} closes`)
}

await runCommand(main, { usage: USAGE, words: 1 })
