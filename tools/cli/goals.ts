import { existsSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { measureGoals } from "@/research/goals/goals"
import { goalsTable } from "@/research/goals/table"
import { differingEvents, type HistoryAsset, readDailyCloses } from "@/research/goals/past-events"
import { replayStudy } from "@/research/replay-study"
import { withWalkForwardModels } from "@/research/fit/walk-forward"
import { readStudy } from "@/research/study"
import { HISTORY_ASSETS } from "@/lib/domain/geo/class-history"
import { pastEvents } from "@/lib/domain/geo/past-events"
import { round } from "@/lib/domain/round"
import type { Goal } from "@/lib/domain/track-record/measured-goals"
import { isoDate } from "@/lib/domain/utc-day"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { STUDY_FILES, studyFilesIn } from "./study-files"

/** Daily closes, to check the stated moves of past events. */
const DAILY_FILES = {
  BTC: ["ohlcv/binance_spot_BTCUSDT_1d_derived.csv", "date", "close"],
  ETH: ["ohlcv/binance_spot_ETHUSDT_1d_derived.csv", "date", "close"],
  OIL: ["macro/eia_wti_daily.csv", "date", "price"],
} as const satisfies Record<HistoryAsset, readonly [file: string, dateColumn: string, closeColumn: string]>

const GOALS_FILE = "lib/domain/track-record/measured-goals.json"

const USAGE = `npm run goals -- FOLDER [--walk-forward] [--write]      measures the method's goals on real history and prints them
as a table

--walk-forward uses one forecast model per quarter, each fitted without later data.
--write also writes the result to ${GOALS_FILE}, which /stats and the documents read.

FOLDER holds the history; it is not part of this repository. Candles of at least one coin are required. An indicator
whose file is missing has no vote:

  ${STUDY_FILES.join("\n  ")}

With these files, the stated moves of past geopolitical events are checked too:

  ${Object.values(DAILY_FILES)
    .map(([file]) => file)
    .join("\n  ")}`

const options = {
  "walk-forward": { type: "boolean", default: false },
  write: { type: "boolean", default: false },
} as const

async function main({ values, positionals: [folder] }: CommandArgs<typeof options>): Promise<void> {
  if (folder === undefined) throw new UsageError("FOLDER is missing.")
  const files = studyFilesIn(folder)
  const study = values["walk-forward"] ? withWalkForwardModels(readStudy(files)) : readStudy(files)
  const calls = await replayStudy(study, { files, threads: availableParallelism(), progress })
  const times = [...calls.values()].flat().map(({ decisionTimeMs }) => decisionTimeMs)
  const [from, to] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, 0])
  console.error(`\n${times.length} calls of ${[...calls.keys()].join(", ")}, ${isoDate(from)} to ${isoDate(to)}`)
  const goals = measureGoals(study, calls).map(trimmed)
  console.log(goalsTable(goals))
  for (const asset of HISTORY_ASSETS) console.log(pastEventsLine(asset, folder))
  if (!values.write) return
  const result = { coins: [...calls.keys()], from: isoDate(from), to: isoDate(to), goals }
  writeFileSync(GOALS_FILE, `${JSON.stringify(result, null, 2)}\n`)
  console.error(`Written to ${GOALS_FILE}.`)
}

/** Without the noise of binary sums. Tables and screens round these figures once. */
function trimmed(goal: Goal): Goal {
  return JSON.parse(
    JSON.stringify(goal, (_, value: unknown) => (typeof value === "number" ? round(value, 10) : value)),
  ) as Goal
}

function pastEventsLine(asset: HistoryAsset, folder: string): string {
  const [file, dateColumn, closeColumn] = DAILY_FILES[asset]
  const path = join(folder, file)
  if (!existsSync(path)) return `Past events, ${asset}: not checked, ${file} is missing`
  const differing = differingEvents(asset, readDailyCloses(path, dateColumn, closeColumn))
  if (differing.length > 0) process.exitCode = 1
  return `Past events, ${asset}: ${pastEvents.length - differing.length} of ${pastEvents.length} moves agree${differing.map((name) => `\n  differs: ${name}`).join("")}`
}

function progress(done: number, total: number): void {
  process.stderr.write(`\r${Math.round((100 * done) / total)}% of ${total} closes`)
}

await runCommand(main, { usage: USAGE, options, maxPositionals: 1 })
