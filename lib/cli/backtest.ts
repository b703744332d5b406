import { mkdirSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { backtestReport } from "@/lib/backtest/report"
import { runBacktest } from "@/lib/backtest/run-backtest"

/** `npm run backtest -- --data FILE… [--out FOLDER] [--threads N]`: statistics as JSON and a report as one HTML page. */
async function main(): Promise<void> {
  const options = {
    data: { type: "string", multiple: true },
    out: { type: "string", default: ".signal402/backtest" },
    threads: { type: "string", default: String(availableParallelism()) },
  } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const files = [...(values.data ?? []), ...positionals]
  if (files.length === 0) throw new Error("Give candle files: backtest --data BTC_1h.csv.gz ETH_1h.csv.gz [fng.csv …]")
  const startedMs = performance.now()
  const backtest = await runBacktest({
    files,
    threads: Math.max(1, Number(values.threads) || 1),
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
  process.stderr.write(`\r${Math.round((100 * done) / total)} % of ${total} closes`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
