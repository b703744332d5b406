import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseEnv as parseEnvFile } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { parseEnv } from "@/lib/server/config/env"
import { createProxiedFetch } from "@/lib/outbound/proxied-fetch"
import { findFreePort } from "@/tools/sandbox/local-port"

const Report = z.object({ findings: z.array(z.object({ what: z.string(), state: z.string() })) })

const { MODE: _, ...inherited } = process.env

function run(file: string, args: readonly string[], variables: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    env: { ...inherited, ...variables },
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill("SIGTERM")
    await once(child, "exit")
  })
  return child
}

/** The command's output up to the line that starts with `last`. */
async function printed(child: ChildProcess, last: string): Promise<string> {
  const lines: string[] = []
  if (child.stdout === null) throw new Error("The output is not piped.")
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith(last)) return lines.join("\n")
  }
  throw new Error(`The command ended before "${last}": ${lines.join("\n")}`)
}

test("the rehearsal's chain and providers print variables of a live server that pass the doctor", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signal402-rehearsal-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const ports = { CHAIN_PORT: String(await findFreePort()), PROVIDERS_PORT: String(await findFreePort()) }
  const [chain, providers] = await Promise.all([
    printed(run("tools/cli/chain.ts", ["--rehearsal"], { ...ports, DATA_DIR: folder }), "# PAYEE_PRIVATE_KEY"),
    printed(run("tools/cli/providers.ts", [], ports), "SOURCES_PROXY"),
  ])
  const variables = {
    ...z.record(z.string(), z.string()).parse(parseEnvFile(`${chain}\n${providers}`)),
    PUBLIC_ORIGIN: "https://signal402.example",
    DATA_DIR: folder,
  }
  const config = parseEnv(variables)
  expect(config).toMatchObject({ mode: "live", market: "live", chain: { network: "eip155:8453" } })
  const market = createProxiedFetch(config.sources.proxyUrl ?? "", fetch)
  expect((await market("https://api.kraken.com/0/public/Ticker?pair=XBTUSD")).status).toBe(200)

  const { stdout } = await new Promise<{ readonly stdout: string }>((resolve) => {
    const doctor = ["--import", import.meta.resolve("tsx"), join(process.cwd(), "tools/cli/doctor.ts"), "--json"]
    const env = { ...inherited, ...variables, TSX_TSCONFIG_PATH: join(process.cwd(), "tsconfig.json") }
    execFile(process.execPath, doctor, { env, cwd: folder }, (_error, out) => resolve({ stdout: out }))
  })
  // Whether a shipped table ends soon depends on the day.
  const { findings } = Report.parse(JSON.parse(stdout))
  expect(
    findings.filter(({ what, state }) => state !== "ok" && what !== "PUBLIC_ORIGIN" && what !== "shipped tables"),
  ).toEqual([])
}, 90_000)
