import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { openSync } from "node:fs"
import { join } from "node:path"
import { privateKeyToAccount, privateKeyToAddress } from "viem/accounts"
import { KEEP_ALIVE_MS } from "@/tools/cli/keep-alive"
import { start } from "@/tools/cli/run"
import { SERVER_FLAGS } from "@/tools/cli/web-processes"
import { BLANK_VARIABLES } from "@/tools/cli/env-files"
import { timerSleep } from "@/lib/outbound/ports"
import { CANONICAL_USDC_ADDRESS, sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { findFreePort } from "@/tools/sandbox/local-port"
import { startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import { startProviderServer } from "@/tools/sandbox/provider-server"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { startCluster } from "@/tools/sandbox/postgres/cluster"
import { type ReverseProxy, openReverseProxy } from "./reverse-proxy"
import { type TcpProxy, openTcpProxy } from "./tcp-proxy"

/** Everything of a live deployment but the processes of the service. */
export type Deployment = {
  readonly proxy: ReverseProxy
  readonly node: TcpProxy
  readonly database: TcpProxy
  readonly client: ReturnType<typeof sandboxClient>
  readonly mint: (addresses: readonly `0x${string}`[], amount: bigint) => Promise<void>
  readonly balanceOf: (address: `0x${string}`) => Promise<bigint>
  /** Variables of a process with these ports. */
  readonly variables: (ports: ProcessPorts) => NodeJS.ProcessEnv
  readonly processPorts: readonly ProcessPorts[]
  readonly log: string
  readonly stop: () => Promise<void>
}

export type ProcessPorts = { readonly port: number; readonly metricsPort: number }

export type ServiceProcess = {
  readonly ports: ProcessPorts
  /** From the start of the process to the first quote. */
  readonly firstQuoteMs: number
  /** SIGTERM, and the time until the process has ended by itself. */
  readonly end: () => Promise<{ readonly ms: number; readonly code: number | null }>
  readonly kill: () => Promise<void>
}

const BLOCK_TIME_S = 2
const STOP_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 120_000

export async function openDeployment(folder: string, count: number): Promise<Deployment> {
  const opened: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stopOne of opened.toReversed()) await stopOne()
  }
  const keep = <T extends { readonly stop: () => Promise<void> }>(part: T): T => {
    opened.push(part.stop)
    return part
  }
  try {
    const cluster = keep(await startCluster())
    const chain = keep(await startSandboxChain({ blockTimeSeconds: BLOCK_TIME_S, usdcAddress: CANONICAL_USDC_ADDRESS }))
    const market = createSimulatedMarket({ seed: 402 })
    const providers = keep(await startProviderServer(createSandboxFetch({ market, clock: Date.now })))
    const node = keep(await openTcpProxy(Number(new URL(chain.rpcUrl).port)))
    const postgres = new URL(cluster.url)
    const database = keep(await openTcpProxy(Number(postgres.port)))
    postgres.port = String(database.port)
    const ports: number[] = []
    for (let n = 0; n < 2 * count + 1; n++) ports.push(await findFreePort())
    const processPorts = Array.from({ length: count }, (_, n) => ({
      port: ports[2 * n] ?? 0,
      metricsPort: ports[2 * n + 1] ?? 0,
    }))
    const proxy = keep(
      await openReverseProxy(
        folder,
        ports.at(-1) ?? 0,
        processPorts.map(({ port }) => port),
      ),
    )
    const client = sandboxClient(chain.rpcUrl)
    const faucet = privateKeyToAccount(chain.faucetPrivateKey)
    const token = { address: chain.usdcAddress, abi: sandboxUsdcAbi } as const
    const payTo = privateKeyToAddress(chain.faucetPrivateKey)
    return {
      proxy,
      node,
      database,
      client,
      processPorts,
      log: join(folder, "service.log"),
      async mint(addresses, amount) {
        for (const address of addresses) {
          await client.writeContract({ ...token, account: faucet, functionName: "mint", args: [address, amount] })
        }
        await client.mine({ blocks: 1 })
      },
      balanceOf: (address) => client.readContract({ ...token, functionName: "balanceOf", args: [address] }),
      variables: ({ metricsPort }) => ({
        ...BLANK_VARIABLES,
        ...process.env,
        NEXT_TELEMETRY_DISABLED: "1",
        MODE: "live",
        PUBLIC_ORIGIN: `https://localhost:${new URL(proxy.origin).port}`,
        RPC_URL: `http://127.0.0.1:${node.port}`,
        DATABASE_URL: postgres.href,
        DATA_DIR: folder,
        PAY_TO: payTo,
        SETTLER_PRIVATE_KEY: chain.settlerPrivateKey,
        SOURCES_PROXY: providers.url,
        METRICS_PORT: String(metricsPort),
      }),
      stop: stopAll,
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

type Launch = (env: NodeJS.ProcessEnv, ports: ProcessPorts, log: number) => ChildProcess

/** As `npm start` does. */
const launchNext: Launch = (env, ports, log) => {
  const options = ["--port", String(ports.port), "--hostname", "127.0.0.1", "--keepAliveTimeout", String(KEEP_ALIVE_MS)]
  return start("next", ["start", ...options], { env, nodeFlags: SERVER_FLAGS, stdio: ["ignore", log, log] })
}

/** Starts the production server, and waits for its first quote. */
export async function startProcess(
  deployment: Deployment,
  ports: ProcessPorts,
  { path, launch = launchNext }: { readonly path: string; readonly launch?: Launch },
): Promise<ServiceProcess> {
  const startedMs = performance.now()
  const child = launch(deployment.variables(ports), ports, openSync(deployment.log, "a"))
  const exited = once(child, "exit")
  const kill = async () => {
    child.kill("SIGKILL")
    await exited
  }
  const url = `http://127.0.0.1:${ports.port}${path}`
  while ((await statusOf(url)) !== 402) {
    const isLate = performance.now() - startedMs > START_TIMEOUT_MS
    if (child.exitCode === null && child.signalCode === null && !isLate) {
      await timerSleep(20)
      continue
    }
    await kill()
    throw new Error(`The server gave no quote; its log is ${deployment.log}.`)
  }
  return {
    ports,
    firstQuoteMs: performance.now() - startedMs,
    async end() {
      const beganMs = performance.now()
      child.kill("SIGTERM")
      const isEnded = await Promise.race([exited.then(() => true), timerSleep(STOP_TIMEOUT_MS).then(() => false)])
      if (!isEnded) await kill()
      return { ms: performance.now() - beganMs, code: child.exitCode }
    },
    kill,
  }
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url).catch(() => null)
  await response?.arrayBuffer()
  return response?.status ?? 0
}
