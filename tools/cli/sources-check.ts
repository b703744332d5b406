import { existsSync, mkdtempSync, readdirSync } from "node:fs"
import { hostname, tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { createClient } from "viem"
import { checkNode } from "./node-check"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { type RemoteFacilitator, toListingFacilitator, toRemoteFacilitator } from "@/lib/server/config/facilitator-env"
import { loadVariables } from "@/lib/server/config/load"
import { CIRCLE_USDC, networks } from "@/lib/server/config/networks"
import { Env } from "@/lib/server/config/variables"
import { authorizing } from "@/lib/x402/remote/facilitator-auth"
import { checkFacilitator } from "./supported-networks"
import { hostLimits } from "@/lib/outbound/host-rate-limits"
import { timerSleep } from "@/lib/outbound/ports"
import { createProxiedFetch } from "@/lib/outbound/proxied-fetch"
import { createSourceClient } from "@/lib/outbound/source-client"
import { userAgentOf } from "@/lib/outbound/user-agent"
import type { SourceRights } from "@/lib/market/feeds/feed-ports"
import { runProbes, type Outcome } from "@/tools/probes/run-probes"
import type { Probe } from "@/tools/probes/probe"
import { compareRecordings } from "@/tools/probes/compare-recordings"
import { excludedLines, remedyLines } from "@/tools/probes/remedy"
import { probes } from "@/tools/probes/probe-list"
import { createAnswerRecorder, type Reading, readingOf } from "@/tools/probes/record-answers"
import { createScrub } from "@/tools/probes/scrub"
import { excludedEndpoints, exitCodeOf, partEndpoints, unsoldEndpoints } from "@/tools/probes/unsold-endpoints"
import { type CommandArgs, runCommand, UsageError } from "./command"

const Variables = Env.pick({
  CONTACT: true,
  MODE: true,
  PUBLIC_ORIGIN: true,
  SOURCES: true,
  SOURCES_LICENSED: true,
  SOURCES_PROXY: true,
  SOSOVALUE_API_KEY: true,
  FRED_API_KEY: true,
  COINGECKO_API_KEY: true,
  RPC_URL: true,
  NETWORK: true,
  FACILITATOR_URL: true,
  LISTING_FACILITATOR_URL: true,
  LISTING_INTERVAL_D: true,
  FACILITATOR_AUTH_HEADER: true,
  CDP_API_KEY_ID: true,
  CDP_API_KEY_SECRET: true,
})

const USAGE = `npm run sources:check [-- --record FOLDER] [--compare FOLDER]

Sends every request of the feeds to its provider and prints what was reached, usable, how old, and what changed. Ends with 0
if every answer is usable, with 1 if some are not (too few rows, or too old) and every product is still sold, with 2 if a product cannot be sold. Each red line has its remedy. Providers that SOURCES=strict
excludes are listed, but not asked. Keys, CONTACT, SOURCES and MODE are read from .env like the server does. A service that runs
here at the same time shares the rate limits; GDELT then may refuse both for a quarter of an hour. With RPC_URL the command also
checks the node; with FACILITATOR_URL or LISTING_FACILITATOR_URL it checks whether the facilitator settles on NETWORK.

--record FOLDER writes trimmed answers and what the adapters read to FOLDER and prints how shapes differ from the documented fixtures. Keys,
CONTACT, names of this machine, addresses of the internet, e-mail addresses, authors, and ids of requests, sessions and accounts are left
out, so that the folder can be sent to others. --compare FOLDER prints what changed since an earlier recording: what can be read,
answers, shapes, sizes, signs and units of numbers, the writing of times.`

const options = { record: { type: "string" }, compare: { type: "string" } } as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  if (values.compare !== undefined && !existsSync(values.compare)) {
    throw new UsageError(`--compare needs a folder of --record; ${values.compare} does not exist.`)
  }
  if (values.record !== undefined && existsSync(values.record) && readdirSync(values.record).length > 0) {
    throw new UsageError(`--record needs a new or empty folder; ${values.record} has files.`)
  }
  const { CONTACT, RPC_URL, NETWORK, MODE, SOURCES, SOURCES_LICENSED, SOURCES_PROXY, PUBLIC_ORIGIN, ...given } =
    loadVariables(Variables)
  const network = SOURCES_PROXY === undefined ? globalThis.fetch : createProxiedFetch(SOURCES_PROXY, globalThis.fetch)
  // What is compared must be recorded first.
  const recordTo = values.record ?? (values.compare === undefined ? null : mkdtempSync(join(tmpdir(), "sources-")))
  const keys = {
    sosovalue: given.SOSOVALUE_API_KEY ?? null,
    fred: given.FRED_API_KEY ?? null,
    coingecko: given.COINGECKO_API_KEY ?? null,
  }
  const scrub = createScrub(ownNames([CONTACT, PUBLIC_ORIGIN, new URL(PUBLIC_ORIGIN).host, ...Object.values(given)]))
  const recorder = recordTo === null ? null : createAnswerRecorder(recordTo, { network, scrub })
  const http = createSourceClient({
    limits: hostLimits(keys),
    fetch: recorder?.fetch ?? network,
    clock: Date.now,
    sleep: timerSleep,
    random: Math.random,
    userAgent: userAgentOf({ origin: PUBLIC_ORIGIN.replace(/\/+$/, ""), contact: CONTACT ?? null }),
  })
  const rights = { profile: SOURCES ?? (MODE === "live" ? "strict" : "open"), licensed: SOURCES_LICENSED ?? [] }
  const { exitCode, readings } = await reportOnProviders(probes({ http, clock: Date.now, keys }), rights)
  process.exitCode = exitCode
  for (const line of recorder?.finish(readings) ?? []) console.log(line)
  if (values.compare !== undefined) reportOnChanges(values.compare, recordTo)
  for (const url of RPC_URL ?? []) if (!(await reportOnNode(url, NETWORK))) process.exitCode = 2
  const facilitators = [
    ["FACILITATOR_URL", toRemoteFacilitator(given)],
    ["LISTING_FACILITATOR_URL", toListingFacilitator(given)],
  ] as const
  for (const [name, facilitator] of facilitators) {
    if (facilitator === null) continue
    if (!(await reportOnFacilitator(name, facilitator, networks[NETWORK].network))) process.exitCode = 2
  }
}

/** Names that belong to many. Removing them would hide words of answers. */
const COMMON_NAMES = new Set(["root", "node", "user", "admin", "ubuntu", "localhost"])

/** Texts that name this operator: values of variables, the machine and its user. */
function ownNames(variables: readonly unknown[]): readonly string[] {
  const names = [...variables, hostname(), userInfo().username]
  return names.filter((name): name is string => typeof name === "string" && !COMMON_NAMES.has(name.toLowerCase()))
}

type Report = { readonly exitCode: 0 | 1 | 2; readonly readings: readonly Reading[] }

async function reportOnProviders(all: readonly Probe[], rights: SourceRights): Promise<Report> {
  row("provider", "question", "license", "reached", "usable", "rows", "age", "drift")
  const answers: { probe: Probe; outcome: Outcome | null }[] = []
  for (const { probe, outcome } of runProbes(all, { clock: Date.now, rights })) {
    const known = await outcome
    answers.push({ probe, outcome: known })
    row(probe.provider, probe.what, probe.license, ...cellsOf(known))
  }
  const asked = answers.flatMap(({ outcome }) => outcome ?? [])
  if (asked.every(({ reached }) => !reached)) {
    console.log(
      "\nNo provider can be reached: this machine has no network, or a firewall or SOURCES_PROXY is in the way.",
    )
  } else {
    const usable = asked.filter(({ isUsable }) => isUsable)
    console.log(`\n${usable.length} of ${asked.length} answers are usable.`)
    // Printed again at the end: of more than a hundred rows, these need an action.
    const red = remedyLines(answers)
    for (const line of [...(red.length > 0 ? ["Not usable:", ...red] : []), ...excludedLines(answers)])
      console.log(line)
  }
  printUnsold(answers)
  const readings = answers.flatMap(({ probe, outcome }) => (outcome === null ? [] : [readingOf(probe, outcome)]))
  return { exitCode: exitCodeOf(answers, Date.now()), readings }
}

/** What changed since an earlier recording. */
function reportOnChanges(before: string, after: string | null): void {
  const changes = after === null ? [] : compareRecordings(before, after)
  console.log(changes.length === 0 ? `\nNothing has changed since ${before}.` : `\nChanged since ${before}:`)
  for (const change of changes) console.log(`  ${change}`)
}

function printUnsold(answers: Parameters<typeof unsoldEndpoints>[0]): void {
  const excluded = excludedEndpoints(answers, Date.now())
  const unsold = unsoldEndpoints(answers, Date.now()).map(
    (each) => `  ${each}${excluded.has(each) ? " (this profile reads no provider of it)" : ""}`,
  )
  if (unsold.length > 0) console.log(["Cannot be sold with these answers:", ...unsold].join("\n"))
  const parts = partEndpoints(answers, Date.now()).map((each) => `  ${each}`)
  if (parts.length > 0) console.log(["Sold in part:", ...parts].join("\n"))
}

function cellsOf(outcome: Outcome | null): readonly string[] {
  if (outcome === null) return ["–", "–", "–", "–", "not read in strict"]
  const { reached, isUsable, result, says } = outcome
  const asOfMs = result?.asOfMs ?? null
  const age = asOfMs === null ? "–" : ageText(Date.now() - asOfMs)
  return [yes(reached), yes(isUsable), result === null ? "–" : String(result.rows), age, says]
}

/** Whether the node can do what payments ask of it. */
async function reportOnNode(url: string, name: keyof typeof networks): Promise<boolean> {
  const client = createClient({ transport: rpcTransport({ url, timeoutMs: 5_000 }) })
  const findings = await checkNode(client, { chainId: networks[name].chainId, usdc: CIRCLE_USDC[name] })
  console.log(`\nThe node of RPC_URL, ${new URL(url).host}:`)
  for (const { what, isFit, says } of findings) console.log(`${isFit ? "fit  " : "UNFIT"}  ${what.padEnd(28)}${says}`)
  return findings.every(({ isFit }) => isFit)
}

/** Whether the facilitator lists this network. */
async function reportOnFacilitator(
  name: string,
  { url, credentials }: RemoteFacilitator,
  network: string,
): Promise<boolean> {
  const authorize = authorizing(credentials, Date.now)
  const { isFit, says } = await checkFacilitator({ url, authorize }, network, globalThis.fetch)
  console.log(`\nThe facilitator of ${name}:\n${isFit ? "fit  " : "UNFIT"}  ${says}`)
  return isFit
}

function ageText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 120
    ? `${minutes} min`
    : minutes < 2_880
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1_440)} d`
}

function yes(holds: boolean): string {
  return holds ? "yes" : "no"
}

function row(...[provider, question, license, reached, usable, rows, age, drift]: readonly string[]): void {
  const cells = [
    (provider ?? "").padEnd(16),
    (question ?? "").padEnd(19),
    (license ?? "").padEnd(11),
    (reached ?? "").padEnd(8),
    (usable ?? "").padEnd(7),
    (rows ?? "").padStart(6),
    (age ?? "").padStart(8),
    drift ?? "",
  ]
  console.log(cells.join("  ").trimEnd())
}

await runCommand(main, { usage: USAGE, options, operator: true })
