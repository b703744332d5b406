import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { openSync, writeFileSync } from "node:fs"
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
import { startStandby } from "@/tools/sandbox/postgres/standby"
import { type ReverseProxy, openReverseProxy } from "./reverse-proxy"
import { openRpcProxy, type RpcProxy } from "./rpc-proxy"
import { type TcpProxy, openTcpProxy } from "./tcp-proxy"

/** Everything of a live deployment but the processes of the service. */
export type Deployment = {
  readonly proxy: ReverseProxy
  /** The nodes of RPC_URL, all of one chain. */
  readonly nodes: readonly [RpcProxy, RpcProxy]
  readonly database: TcpProxy
  readonly providers: TcpProxy
  readonly databaseUrl: string
  readonly settler: `0x${string}`
  /** Promotes the standby and leads new connections to it; absent without a standby. */
  readonly failOver?: () => Promise<void>
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
  /** SIGSTOP, and SIGCONT after `ms`. */
  readonly stopFor: (ms: number) => Promise<void>
  readonly kill: () => Promise<void>
}

const BLOCK_TIME_S = 2
const STOP_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 120_000

export async function openDeployment(
  folder: string,
  count: number,
  { hasStandby = false }: { readonly hasStandby?: boolean } = {},
): Promise<Deployment> {
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
    const standby = hasStandby ? keep(await startStandby(cluster)) : null
    const chain = keep(await startSandboxChain({ blockTimeSeconds: BLOCK_TIME_S, usdcAddress: CANONICAL_USDC_ADDRESS }))
    const market = createSimulatedMarket({ seed: 402 })
    const provided = keep(await startProviderServer(createSandboxFetch({ market, clock: Date.now })))
    const providers = keep(await openTcpProxy(Number(new URL(provided.url).port)))
    const nodes = [keep(await openRpcProxy(chain.rpcUrl)), keep(await openRpcProxy(chain.rpcUrl))] as const
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
      nodes,
      database,
      providers,
      databaseUrl: postgres.href,
      settler: chain.settlerAddress,
      ...(standby && {
        async failOver() {
          await standby.failOver()
          database.retarget(Number(new URL(standby.url).port))
        },
      }),
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
        RPC_URL: nodes.map(({ url }) => url).join(","),
        DATABASE_URL: postgres.href,
        DATA_DIR: folder,
        PAY_TO: payTo,
        SETTLER_PRIVATE_KEY: chain.settlerPrivateKey,
        SOURCES_PROXY: `http://127.0.0.1:${providers.port}`,
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

/** As `npm start` does, on a machine whose clock is wrong by so many milliseconds. */
export function launchAtOtherTime(folder: string, offsetMs: number): Launch {
  const file = join(folder, "clock.cjs")
  const text = `const Real = Date
globalThis.Date = class Date extends Real {
  constructor(...given) { given.length === 0 ? super(Real.now() + ${offsetMs}) : super(...given) }
  static now() { return Real.now() + ${offsetMs} }
  // Own properties, because Next.js copies no others.
  static UTC = Real.UTC
  static parse = Real.parse
}`
  writeFileSync(file, text)
  return (env, ports, log) => launchNext({ ...env, NODE_OPTIONS: `--require ${file}` }, ports, log)
}

/** Starts the production server, and waits for its first quote, or for another status. */
export async function startProcess(
  deployment: Deployment,
  ports: ProcessPorts,
  {
    path,
    launch = launchNext,
    status = 402,
  }: { readonly path: string; readonly launch?: Launch; readonly status?: number },
): Promise<ServiceProcess> {
  const startedMs = performance.now()
  const child = launch(deployment.variables(ports), ports, openSync(deployment.log, "a"))
  const exited = once(child, "exit")
  const kill = async () => {
    child.kill("SIGKILL")
    await exited
  }
  const url = `http://127.0.0.1:${ports.port}${path}`
  while ((await statusOf(url)) !== status) {
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
    async stopFor(ms) {
      child.kill("SIGSTOP")
      await timerSleep(ms)
      child.kill("SIGCONT")
    },
    kill,
  }
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url).catch(() => null)
  await response?.arrayBuffer()
  return response?.status ?? 0
}
