import { mkdirSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { backtestReport } from "@/research/report"
import { runBacktest } from "@/research/run-backtest"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"

const USAGE = `npm run backtest -- --data FILE… [--out FOLDER] [--threads N] [--walk-forward]

Runs the engine over candle files (BTC_1h.csv.gz …, fng.csv): statistics as JSON and a report as one HTML page in FOLDER
(default .signal402/backtest).

--walk-forward uses one forecast model per quarter, each fitted without later data. The first needs a year of outcomes.`

const MAX_THREADS = 64

const options = {
  data: { type: "string", multiple: true },
  out: { type: "string", default: ".signal402/backtest" },
  threads: { type: "string", default: String(Math.min(availableParallelism(), MAX_THREADS)) },
  "walk-forward": { type: "boolean", default: false },
} as const

async function main({ values, positionals }: CommandArgs<typeof options>): Promise<void> {
  const files = [...(values.data ?? []), ...positionals]
  if (files.length === 0) throw new UsageError("Give candle files.")
  const threads = wholeOption("threads", values.threads, { min: 1, max: MAX_THREADS })
  const startedMs = performance.now()
  const backtest = await runBacktest({
    files,
    threads,
    walkForward: values["walk-forward"],
    progress: showProgress,
  })
  mkdirSync(values.out, { recursive: true })
  const [json, html] = [join(values.out, "statistics.json"), join(values.out, "report.html")]
  writeFileSync(json, `${JSON.stringify(backtest, null, 2)}\n`)
  writeFileSync(html, backtestReport(backtest))
  const seconds = (performance.now() - startedMs) / 1000
  const rate = Math.round(backtest.candles / seconds).toLocaleString("en")
  console.error(`\n${backtest.calls} calls in ${seconds.toFixed(1)} s, ${rate} candles per second. ${json}, ${html}`)
}

function showProgress(done: number, total: number): void {
  process.stderr.write(`\r${Math.round((100 * done) / total)}% of ${total} closes`)
}

await runCommand(main, { usage: USAGE, options, maxPositionals: Infinity })
