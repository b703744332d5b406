import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { loadVariables } from "@/lib/server/config/load"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { findBrowser } from "./find-browser"
import { finished, run } from "./run"

/** The run that a check is part of. `skips`: the file in which test runners list their skipped tests. */
type Run = { readonly full: boolean; readonly passed: ReadonlySet<string>; readonly skips: string }

type Check = { readonly name: string; readonly what: string; run(run: Run): Promise<void> }

const checks: readonly Check[] = [
  { name: "format", what: "oxfmt", run: () => run("oxfmt", ["--check"]) },
  { name: "lint", what: "oxlint with types, import boundaries", run: () => run("oxlint", ["--deny-warnings"]) },
  { name: "types", what: "next typegen, tsc", run: types },
  { name: "dead-code", what: "knip", run: () => run("knip", []) },
  {
    name: "unit",
    what: "vitest: rules, adapters, ledger, payments on the local chain",
    run: ({ skips }) => run("vitest", ["run"], { env: { ...process.env, SKIPPED_TESTS_FILE: skips } }),
  },
  { name: "build", what: "next build", run: build },
  { name: "e2e", what: "Playwright: paid journeys in Chromium, official x402 clients", run: e2e },
]

const USAGE = `npm test [-- --only NAME]… [--full]      runs every check in order, also after one has failed

--only NAME   runs this check; repeat it for several
--full        runs the browser tests in full instead of a sample

${checks.map(({ name, what }) => `  ${name.padEnd(10)}  ${what}`).join("\n")}`

const options = { only: { type: "string", multiple: true }, full: { type: "boolean" } } as const

async function main({ values: { only, full = false } }: CommandArgs<typeof options>): Promise<void> {
  const unknown = only?.find((wanted) => !checks.some(({ name }) => name === wanted))
  if (unknown !== undefined) throw new UsageError(`There is no check "${unknown}".`)
  const chosen = checks.filter(({ name }) => only === undefined || only.includes(name))
  const [passed, failed] = [new Set<string>(), new Set<string>()]
  const folder = mkdtempSync(join(tmpdir(), "signal402-check-"))
  const skips = join(folder, "skipped-tests")
  for (const check of chosen) {
    console.log(`\n── ${check.name}: ${check.what}`)
    const startedMs = performance.now()
    try {
      await check.run({ full, passed, skips })
      passed.add(check.name)
      console.log(`── ${check.name} passed in ${Math.round((performance.now() - startedMs) / 1000)} s`)
    } catch (error) {
      failed.add(check.name)
      console.error(`── ${check.name} failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  console.log(existsSync(skips) ? `\nSkipped tests:\n${readFileSync(skips, "utf8")}` : "\nNo test was skipped.")
  rmSync(folder, { recursive: true })
  console.log(failed.size === 0 ? "\nEvery check passed." : `\nFailed: ${[...failed].join(", ")}.`)
  console.log(`${passed.size} passed, ${failed.size} failed`)
  process.exitCode = failed.size === 0 ? 0 : 1
}

async function types(): Promise<void> {
  await run("next", ["typegen"])
  await run("typescript", ["--noEmit"], {}, "tsc")
}

/** `next build` would check the types again. */
async function build({ passed }: Run): Promise<void> {
  await run("next", ["build"], { env: { ...process.env, ...(passed.has("types") && { TYPES_CHECKED: "yes" }) } })
}

/** The oldest x402 clients need other versions of their dependencies, so they have a package of their own. */
async function e2e({ full, skips }: Run): Promise<void> {
  await npm(["install", "--prefix", "e2e/clients", "--no-audit", "--no-fund"])
  const env = {
    ...process.env,
    CHROMIUM_PATH: findBrowser({ shell: !full }),
    SKIPPED_TESTS_FILE: skips,
    ...(full && { E2E_FULL: "yes" }),
  }
  await run("@playwright/test", ["test"], { env }, "playwright")
}

/** npm sets the path of its own program. */
const NpmVariables = z.object({ npm_execpath: z.string().min(1).optional() })

async function npm(args: readonly string[]): Promise<void> {
  const { npm_execpath: cli } = loadVariables(NpmVariables)
  const child =
    cli === undefined
      ? spawn("npm", [...args], { stdio: "inherit" })
      : spawn(process.execPath, [cli, ...args], { stdio: "inherit" })
  await finished(child, `npm ${args.join(" ")}`)
}

await runCommand(main, { usage: USAGE, options })
