import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Address, parseEther } from "viem"
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts"
import { finished, stop } from "@/tools/cli/run"
import { SERVER_FLAGS } from "@/tools/cli/web-processes"
import { type SandboxServerOptions, startSandboxServer } from "@/tools/cli/sandbox-server"
import { SANDBOX_USDC_ADDRESS } from "@/lib/sandbox/chain/contracts"
import { findFreePort } from "@/tools/sandbox/local-port"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import { readTerms } from "@/tools/testing/payments/x402-terms"
import { untilReplayed } from "./replayed"

/** A running app with a paid route and a free route of the same size. */
export type Peer = {
  readonly name: string
  readonly paidUrl: string
  /** The same paid route, paid from a session: one URL for each process. */
  readonly sessionUrls: readonly [string, ...string[]]
  readonly freeUrl: string
  readonly payTo: Address
  /** Its server processes. */
  readonly pids: readonly number[]
  readonly stop: () => Promise<void>
}

const OFFICIAL = "bench/official"

type ProductOptions = Pick<SandboxServerOptions, "processes" | "postgres" | "variables">

/** The product in a fresh sandbox; the other app is a guest on its chain. */
export async function startProduct(
  dataDir: string,
  options: ProductOptions = {},
): Promise<Peer & { readonly rpcUrl: string }> {
  const port = await findFreePort()
  const common = { command: "start", port, dataDir, fresh: true, progress: console.log } as const
  const server = await startSandboxServer({ ...common, ...options })
  const { origin, rpcUrl, processes } = server
  await untilReplayed(origin)
  const { payTo } = await readTerms(origin)
  const [paidUrl = "", ...others] = processes.map((one) => `http://localhost:${one.port}/api/signal/BTC`)
  return {
    name: "Signal402",
    paidUrl,
    sessionUrls: [paidUrl, ...others],
    freeUrl: `${origin}/api`,
    payTo,
    pids: pidsOf(processes),
    rpcUrl,
    stop: () => server.stop(),
  }
}

/** `@x402/next` with its facilitator in the same process, as `bench/official/README.md` describes. */
export async function startOfficial(rpcUrl: string, variables: Readonly<Record<string, string>> = {}): Promise<Peer> {
  await prepareOfficial()
  const port = await findFreePort()
  const settlerKey = generatePrivateKey()
  const payTo = privateKeyToAddress(generatePrivateKey())
  const gas = { address: privateKeyToAddress(settlerKey), value: parseEther("1000") }
  await sandboxClient(rpcUrl).setBalance(gas)
  const child = next(["start", "--port", String(port), "--hostname", "127.0.0.1"], {
    RPC_URL: rpcUrl,
    USDC_ADDRESS: SANDBOX_USDC_ADDRESS,
    PAY_TO: payTo,
    SETTLER_PRIVATE_KEY: settlerKey,
    ...variables,
  })
  const origin = `http://localhost:${port}`
  await untilServed(`${origin}/api/plain`)
  return {
    name: "@x402/next",
    paidUrl: `${origin}/api/sold`,
    sessionUrls: [`${origin}/api/session`],
    freeUrl: `${origin}/api/plain`,
    payTo,
    pids: pidsOf([child]),
    stop: () => stop(child),
  }
}

function pidsOf(processes: readonly { readonly pid?: number | undefined }[]): readonly number[] {
  return processes.flatMap(({ pid }) => pid ?? [])
}

async function prepareOfficial(): Promise<void> {
  if (!existsSync(join(OFFICIAL, "node_modules"))) {
    console.log("Installing the official packages …")
    await finished(spawn("npm", ["install", "--prefix", OFFICIAL], { stdio: "inherit" }), "npm install")
  }
  if (existsSync(join(OFFICIAL, ".next/server/app/page"))) return
  console.log("Building the official app …")
  await finished(next(["build"], {}), "next build")
}

function next(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...variables }
  const script = join("node_modules", "next", "dist", "bin", "next")
  return spawn(process.execPath, [...SERVER_FLAGS, script, ...args], {
    cwd: OFFICIAL,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  })
}

async function untilServed(url: string): Promise<void> {
  const deadlineMs = performance.now() + 30_000
  while (performance.now() < deadlineMs) {
    const served = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (served) return
    await sleep(100)
  }
  throw new Error(`${url} was not served within 30 s.`)
}
