import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { z } from "zod"
import { createDefiFeeds } from "@/lib/market/feeds/defi-feeds"
import { createDerivativeFeeds } from "@/lib/market/feeds/derivative-feeds"
import { createEtfFeeds } from "@/lib/market/feeds/etf-feeds"
import { createMarketFeeds } from "@/lib/market/feeds/market-feeds"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { writePayload } from "./feeds/payload"
import { median } from "./median"

/*
 * Time and memory of the feeds. Measures a read from memory, the largest provider answer (all yield pools, from bytes to
 * rows), and the first answer of a new process. Each parse of the yield pools runs in its own process, so that its peak
 * memory is measured alone. The table has the goals. The exit status is 1 when a goal is missed. The run takes about 30 s.
 */

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const GOALS = { readUs: 5, listMs: 400, listMb: 150 } as const

type Row = { readonly name: string; readonly value: number; readonly unit: string; readonly goal: number | null }

const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
const folder = await mkdtemp(join(tmpdir(), "signal402-bench-"))
try {
  const rows = [...(await readsFromMemory()), ...(await readLargestList()), ...(await coldStarts())]
  for (const { name, value, unit, goal } of rows) {
    const verdict = goal === null ? "" : `goal < ${goal} ${unit}  ${value < goal ? "met" : "MISSED"}`
    console.log(`  ${name.padEnd(58)} ${value.toFixed(value < 10 ? 2 : 0).padStart(7)} ${unit.padEnd(3)} ${verdict}`)
  }
  if (rows.some(({ value, goal }) => goal !== null && value >= goal)) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

async function readsFromMemory(): Promise<readonly Row[]> {
  const market = createMarketFeeds(ports)
  const series = createSeriesFeed({ ...market, ...createDerivativeFeeds(ports), ...createEtfFeeds(ports) })
  const { pools } = createDefiFeeds(ports)
  return [
    await readRow("read of one feed", GOALS.readUs, () => market.vix.read()),
    await readRow("read of all pools", GOALS.readUs, () => pools.read()),
    await readRow("every series of a coin (12 feeds)", null, () => series.read("BTC")),
  ]
}

async function readRow(name: string, goal: number | null, read: () => Promise<unknown>): Promise<Row> {
  return { name, value: await microseconds(read), unit: "µs", goal }
}

async function readLargestList(): Promise<readonly Row[]> {
  const file = join(folder, "pools.json")
  const megabytes = ((await writePayload(ports.http, file)) / 1e6).toFixed(1)
  const text = await readFile(file, "utf8")
  const parses = Array.from({ length: 5 }, () => timed(() => void JSON.parse(text)))
  const Reading = z.object({ pools: z.number(), takenMs: z.array(z.number()), peakMb: z.number() })
  const first = await inProcesses(3, () => child("read-pools", Reading, file, "1"))
  const later = await inProcesses(3, () => child("read-pools", Reading, file, "2"))
  const list = `list of ${first[0]?.pools ?? 0} pools, ${megabytes} MB`
  return [
    { name: `${list}: JSON.parse alone, warm`, value: median(parses), unit: "ms", goal: null },
    { name: "  first reading of a process", value: median(first.map(lastMs)), unit: "ms", goal: GOALS.listMs },
    { name: "  its peak of memory", value: worst(first), unit: "MB", goal: GOALS.listMb },
    {
      name: "  the next one, while the first is served",
      value: median(later.map(lastMs)),
      unit: "ms",
      goal: GOALS.listMs,
    },
    { name: "  peak of memory of both", value: worst(later), unit: "MB", goal: GOALS.listMb },
  ]
}

async function coldStarts(): Promise<readonly Row[]> {
  const Start = z.object({ votes: z.literal(25), answeredMs: z.number(), filledMs: z.number(), fresh: z.number() })
  const start = () => child("cold-start", Start, join(folder, "cold.db"), String(NOW_MS))
  const [empty, filled] = [await start(), await start()]
  return [
    { name: "start to first signal, empty database", value: empty.answeredMs, unit: "ms", goal: null },
    {
      name: `  and to ${empty.fresh} filled feeds (mostly the simulated market)`,
      value: empty.filledMs,
      unit: "ms",
      goal: null,
    },
    { name: "start to first signal, database of the last process", value: filled.answeredMs, unit: "ms", goal: null },
  ]
}

/** Runs a script of `bench/feeds` in its own process and reads the line that it prints. */
async function child<T>(script: string, schema: z.ZodType<T>, ...args: readonly string[]): Promise<T> {
  const path = fileURLToPath(new URL(`./feeds/${script}.ts`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "--import", "tsx", path, ...args])
  return schema.parse(JSON.parse(stdout))
}

async function inProcesses<T>(count: number, run: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index++) results.push(await run())
  return results
}

async function microseconds(read: () => Promise<unknown>): Promise<number> {
  const runs = 5_000
  for (let run = 0; run < runs; run++) await read()
  const startedMs = performance.now()
  for (let run = 0; run < runs; run++) await read()
  return ((performance.now() - startedMs) / runs) * 1000
}

function timed(work: () => void): number {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}

function lastMs({ takenMs }: { readonly takenMs: readonly number[] }): number {
  return takenMs.at(-1) ?? Number.NaN
}

function worst(readings: readonly { readonly peakMb: number }[]): number {
  return Math.max(...readings.map(({ peakMb }) => peakMb))
}
