import { createClient } from "viem"
import { checkNode } from "@/lib/chain/node-check"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { type RemoteFacilitator, toRemoteFacilitator } from "@/lib/config/facilitator-env"
import { loadVariables } from "@/lib/config/load"
import { CIRCLE_USDC, networks } from "@/lib/config/networks"
import { Env } from "@/lib/config/variables"
import { authorizing } from "@/lib/facilitator/authorize"
import { exactNetworks } from "@/lib/facilitator/supported"
import { isSourceError } from "@/lib/outbound/errors"
import { timerSleep } from "@/lib/outbound/ports"
import { createSourceClient } from "@/lib/outbound/source-client"
import type { Probe } from "@/lib/sources/probes/probe"
import { probes } from "@/lib/sources/probes/probe-list"
import { runCommand } from "./command"

const Variables = Env.pick({
  CONTACT: true,
  SOSOVALUE_API_KEY: true,
  FRED_API_KEY: true,
  COINGECKO_API_KEY: true,
  RPC_URL: true,
  NETWORK: true,
  FACILITATOR_URL: true,
  FACILITATOR_AUTH_HEADER: true,
  CDP_API_KEY_ID: true,
  CDP_API_KEY_SECRET: true,
})

type Outcome = {
  readonly reached: boolean
  readonly parsed: boolean
  readonly rows: number
  readonly age: string
  readonly drift: string
}

/** Answers that never came from the provider at all. */
const UNREACHED = new Set(["network", "timeout"])

const USAGE = `npm run sources:check      asks every provider once, as the feeds would, and says what the world has changed

Ends with 1 when any of them did not give a usable answer. Keys and CONTACT are read from .env as the server does. With RPC_URL
it also says whether that node gives what payments ask of it; with FACILITATOR_URL, on which networks that facilitator settles.`

async function main(): Promise<void> {
  const { CONTACT: contact, RPC_URL, NETWORK, ...given } = loadVariables(Variables)
  const http = createSourceClient({
    fetch: globalThis.fetch,
    clock: Date.now,
    sleep: timerSleep,
    random: Math.random,
    userAgent: `signal402/1.0 (sources check${contact === undefined ? "" : `; ${contact}`})`,
  })
  const keys = {
    sosovalue: given.SOSOVALUE_API_KEY ?? null,
    fred: given.FRED_API_KEY ?? null,
    coingecko: given.COINGECKO_API_KEY ?? null,
  }
  const all = probes({ http, clock: Date.now, keys })
  row("provider", "what", "terms", "reached", "parsed", "rows", "age", "drift")
  const asked = askAll(all)
  const outcomes: Outcome[] = []
  for (const probe of all) {
    const outcome = (await asked.get(probe)) ?? UNASKED
    outcomes.push(outcome)
    const { reached, parsed, rows, age, drift } = outcome
    row(probe.provider, probe.what, probe.terms, yes(reached), yes(parsed), parsed ? String(rows) : "–", age, drift)
  }
  if (outcomes.every(({ reached }) => !reached))
    console.log("\nNo provider can be reached: this machine has no network.")
  else console.log(`\n${outcomes.filter(({ parsed }) => parsed).length} of ${outcomes.length} answers are usable.`)
  process.exitCode = outcomes.every(({ parsed }) => parsed) ? 0 : 1
  if (RPC_URL !== undefined && !(await reportOnNode(RPC_URL, NETWORK))) process.exitCode = 1
  const facilitator = toRemoteFacilitator(given)
  if (facilitator !== null) console.log(await networksOf(facilitator))
}

/** Whether the node can do what payments ask of it. */
async function reportOnNode(url: string, name: keyof typeof networks): Promise<boolean> {
  const client = createClient({ transport: rpcTransport({ url, timeoutMs: 5_000 }) })
  const findings = await checkNode(client, { chainId: networks[name].chainId, usdc: CIRCLE_USDC[name] })
  console.log(`\nThe node of RPC_URL, ${new URL(url).host}:`)
  for (const { what, isFit, says } of findings) console.log(`${isFit ? "fit  " : "UNFIT"}  ${what.padEnd(28)}${says}`)
  return findings.every(({ isFit }) => isFit)
}

async function networksOf({ url, credentials }: RemoteFacilitator): Promise<string> {
  const { host } = new URL(url)
  try {
    const networks = await exactNetworks({ url, authorize: authorizing(credentials, Date.now) }, globalThis.fetch)
    return `${host} settles exact payments on ${networks.join(", ") || "no network"}.`
  } catch (error) {
    return `${host} does not say what it settles: ${error instanceof Error ? error.message : "no reason"}.`
  }
}

const UNASKED: Outcome = { reached: false, parsed: false, rows: 0, age: "–", drift: "not asked" }

/** Providers side by side, the questions to one of them after each other. */
function askAll(all: readonly Probe[]): ReadonlyMap<Probe, Promise<Outcome>> {
  const last = new Map<string, Promise<unknown>>()
  const asked = new Map<Probe, Promise<Outcome>>()
  for (const probe of all) {
    const before = last.get(probe.provider) ?? Promise.resolve()
    const outcome = before.then(() => ask(probe))
    last.set(probe.provider, outcome)
    asked.set(probe, outcome)
  }
  return asked
}

async function ask(probe: Probe): Promise<Outcome> {
  try {
    const { rows, droppedRows, asOfMs } = await probe.run()
    const age = asOfMs === null ? "–" : ageText(Date.now() - asOfMs)
    return { reached: true, parsed: true, rows, age, drift: droppedRows === 0 ? "" : `${droppedRows} rows unreadable` }
  } catch (error) {
    const kind = isSourceError(error) ? error.kind : "internal"
    const drift = error instanceof Error ? `${kind}: ${error.message.split("\n")[0] ?? ""}` : kind
    return { reached: !UNREACHED.has(kind), parsed: false, rows: 0, age: "–", drift }
  }
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

function row(...[provider, what, terms, reached, parsed, rows, age, drift]: readonly string[]): void {
  const cells = [
    (provider ?? "").padEnd(16),
    (what ?? "").padEnd(16),
    (terms ?? "").padEnd(6),
    (reached ?? "").padEnd(8),
    (parsed ?? "").padEnd(7),
    (rows ?? "").padStart(6),
    (age ?? "").padStart(8),
    drift ?? "",
  ]
  console.log(cells.join("  ").trimEnd())
}

await runCommand(main, { usage: USAGE, operator: true })
