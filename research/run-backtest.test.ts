import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { seededRandom } from "@/lib/domain/statistics/random"
import { replayStudy } from "./replay-study"
import { backtestReport } from "./report"
import { measure } from "./run-backtest"
import { NO_SERIES } from "./series"
import { readStudy } from "./study"

const DAYS = 400
let folder = ""
let files: readonly string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "backtest-"))
  files = ["BTC", "ETH"].map((coin, seed) => {
    const file = join(folder, `${coin}_1h.csv.gz`)
    writeFileSync(file, gzipSync(randomWalk(seed)))
    return file
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a backtest of a random walk from files to the report claims no skill", async () => {
  const study = readStudy(files)
  const steps: number[] = []
  const calls = await replayStudy(study, { files, threads: 0, progress: (done) => steps.push(done) })
  expect([...calls.values()].map(({ length }) => length)).toEqual([(DAYS - 365) * 6, (DAYS - 365) * 6])
  expect(steps.at(-1)).toBe(2 * (DAYS - 365) * 6)
  const backtest = await measure(study, calls, files)
  expect(statsContract.response.omit({ integrity: true }).parse(backtest.day)).toEqual(backtest.day)
  expect(backtest.day.status).not.toBe("ok")
  expect(backtest.folds.map(({ is_last: isLast }) => isLast)).toEqual([true])
  const html = backtestReport(backtest)
  expect(html).toContain("HYPOTHETICAL")
  expect(html).not.toMatch(/<script|https?:|NaN|undefined/)
}, 30_000)

test("a history that ends within the warm-up is rejected with an explanation", async () => {
  const hours = (readStudy(files).histories.get("BTC")?.hours ?? []).slice(0, 300 * 24)
  const short = { series: NO_SERIES, histories: new Map([["BTC", { hours, fourHours: [], days: [] }]] as const) }
  await expect(replayStudy(short, { files, threads: 0, progress: () => {} })).rejects.toThrow(
    "no close that can be decided: 365 days of hourly candles come before the first.",
  )
})

/** Hourly volatility: 0.6%. */
function randomWalk(seed: number): string {
  const random = seededRandom(seed)
  let price = 100
  const rows = Array.from({ length: DAYS * 24 }, (_, hour) => {
    const open = price
    price *= Math.exp((random() + random() - 1) * 0.0147)
    const [high, low] = [Math.max(open, price) * 1.001, Math.min(open, price) * 0.999]
    return [Date.UTC(2024, 0, 1) + hour * 3_600_000, open, high, low, price, 10 + random()].join(",")
  })
  return ["open_time_ms,open,high,low,close,volume_base", ...rows].join("\n")
}
