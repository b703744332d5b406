import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import lighthouse, { desktopConfig } from "lighthouse"
import { z } from "zod"
import { findFreePort } from "@/tools/sandbox/local-port"
import { runCommand } from "./command"
import { findBrowser } from "./find-browser"
import { startSandboxServer } from "./sandbox-server"

const PAGES = ["/", "/coins/BTC"] as const
const GOALS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const
const CATEGORIES = Object.keys(GOALS) as (keyof typeof GOALS)[]
/** Runs per page; the median counts, because a single run depends on the machine's load. */
const RUNS = 3

const Audited = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
})

type Scores = Readonly<Record<keyof typeof GOALS, number>>

const USAGE =
  "npm run lighthouse      the production build of two pages against the goals, on a desktop; ends with 1 below one"

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-lighthouse-"))
  const server = await startSandboxServer({
    command: "start",
    port: await findFreePort(),
    dataDir,
    fresh: true,
    everythingSold: true,
    progress: (line) => console.log(line),
    variables: { SANDBOX_SEED: "402" },
  })
  const debugPort = await findFreePort()
  const isRoot = process.getuid?.() === 0
  const args = [`--remote-debugging-port=${debugPort}`, ...(isRoot ? ["--no-sandbox"] : [])]
  const browser = await chromium.launch({ executablePath: findBrowser(), args })
  try {
    console.log(["page".padEnd(12), ...CATEGORIES.map((name) => name.padStart(16))].join(""))
    for (const path of PAGES) {
      const scores = await measure(`${server.origin}${path}`, debugPort)
      console.log([path.padEnd(12), ...CATEGORIES.map((name) => String(scores[name]).padStart(16))].join(""))
      if (CATEGORIES.some((name) => scores[name] < GOALS[name])) process.exitCode = 1
    }
    console.log(["goal".padEnd(12), ...CATEGORIES.map((name) => `≥ ${GOALS[name]}`.padStart(16))].join(""))
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(url: string, port: number): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] }, desktopConfig)
    const { categories, audits } = Audited.parse(result?.lhr)
    const scoreOf = (name: string) => Math.round(100 * (categories[name]?.score ?? 0))
    runs.push({
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      "best-practices": scoreOf("best-practices"),
      seo: scoreOf("seo"),
    })
    if (run === 0) printFaults(audits)
  }
  const medianOf = (name: keyof Scores) => runs.map((one) => one[name]).toSorted((a, b) => a - b)[RUNS >> 1] ?? 0
  return {
    performance: medianOf("performance"),
    accessibility: medianOf("accessibility"),
    "best-practices": medianOf("best-practices"),
    seo: medianOf("seo"),
  }
}

function printFaults(audits: z.output<typeof Audited>["audits"]): void {
  const faults = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
  for (const { title, score } of faults) console.log(`  ${Math.round(100 * (score ?? 0))}  ${title}`)
}

await runCommand(main, { usage: USAGE })
