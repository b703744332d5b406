import { writeFileSync } from "node:fs"
import { fitReport } from "@/research/fit/report"
import { closesOfStudy, fitModel } from "@/research/fit/fit-model"
import { walkForwardModels } from "@/research/fit/walk-forward"
import { readStudy } from "@/research/study"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { candleFilesIn } from "./study-files"

const MODEL_FILE = "lib/domain/volatility/fitted-model.json"

const USAGE = `npm run fit -- FOLDER [--until DATE] [--half-life DAYS] [--walk-forward] [--dry-run]

Fits the volatility forecast, the width of the ranges, the touch maps and the table of targets on hourly candles below
FOLDER (ohlcv/*.csv.gz), prints them with the data that each used, and writes them to ${MODEL_FILE}.
A new model is a new method version, which is not better because it is newer, and needs an entry in lib/endpoints/changelog/entries.ts.

  --until DATE        use outcomes that were known at 00:00 UTC of this day (${forecastModel.seen.until})
  --half-life DAYS    a close of this age weighs half (all closes weigh the same)
  --walk-forward      print one model per quarter, each without later data, and write nothing
  --dry-run           print the model and write nothing`

const options = {
  until: { type: "string", default: forecastModel.seen.until },
  "half-life": { type: "string" },
  "walk-forward": { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
} as const

function main({ values, positionals: [folder] }: CommandArgs<typeof options>): void {
  if (folder === undefined) throw new UsageError("Give the folder that contains the candles.")
  const untilMs = Date.parse(`${values.until}T00:00:00Z`)
  if (Number.isNaN(untilMs)) throw new UsageError(`--until: "${values.until}" is not a date such as 2024-06-22.`)
  const halfLife = halfLifeOf(values["half-life"])
  const study = readStudy(candleFilesIn(folder))
  const closes = closesOfStudy(study)
  if (values["walk-forward"]) {
    for (const { fromMs, model } of walkForwardModels(study, closes, halfLife)) {
      console.log(`\n# Used from ${isoDate(fromMs)}\n\n${fitReport(model)}`)
    }
    return
  }
  const model = fitModel(study, closes, { untilMs, ...halfLife })
  console.log(fitReport(model))
  if (values["dry-run"]) return
  writeFileSync(MODEL_FILE, `${JSON.stringify(model, null, 2)}\n`)
  console.error(`Written to ${MODEL_FILE}.`)
}

function halfLifeOf(text: string | undefined): { readonly halfLifeMs?: number } {
  if (text === undefined) return {}
  const days = Number(text)
  if (!(days > 0)) throw new UsageError(`--half-life: "${text}" is not a positive number of days.`)
  return { halfLifeMs: days * DAY_MS }
}

await runCommand(main, { usage: USAGE, options, maxPositionals: 1 })
