import { writeFileSync } from "node:fs"
import { closesForFit } from "@/research/fit/closes"
import { hoursAfter } from "@/research/goals/hours-after"
import { measureOddsErrors } from "@/research/goals/odds-errors"
import { readStudy } from "@/research/study"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { candleFilesIn } from "./study-files"

const FILE = "lib/domain/volatility/odds-errors.json"

const USAGE = `npm run odds-errors -- FOLDER

Compares the odds of levels with what happened on the closes after the fit (${forecastModel.seen.until}) of the hourly candles below
FOLDER (ohlcv/*.csv.gz), prints the errors by horizon, side and stated odds, and writes them to ${FILE}.
Run it after npm run fit.`

function main({ positionals: [folder] }: CommandArgs<Record<string, never>>): void {
  if (folder === undefined) throw new UsageError("Give the folder that contains the candles.")
  const fromMs = Date.parse(`${forecastModel.seen.until}T00:00:00Z`)
  const study = readStudy(candleFilesIn(folder))
  const coins = [...study.histories].map(([coin, history]) => ({
    closes: closesForFit(coin, history).filter(({ timeMs }) => timeMs >= fromMs),
    after: hoursAfter(history.hours),
  }))
  const errors = measureOddsErrors(coins)
  for (const { hours, side, low, high, n, touchError, closeError } of errors.cells) {
    console.log(
      [`${hours}h`, side, `${low}–${high}`, `n ${n}`, `touch ${touchError}`, `close ${closeError}`].join("\t"),
    )
  }
  writeFileSync(FILE, `${JSON.stringify(errors, null, 2)}\n`)
  console.error(`Written to ${FILE}.`)
}

await runCommand(main, { usage: USAGE, options: {}, maxPositionals: 1 })
