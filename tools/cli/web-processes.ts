import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "@/tools/sandbox/local-port"
import { openLoadBalancer } from "./dev-load-balancer"
import { isHealthy } from "./is-healthy"
import { KEEP_ALIVE_MS } from "./keep-alive"
import { start, stop } from "./run"

export type WebProcess = { readonly pid: number | undefined; readonly port: number }

export type WebProcesses = {
  readonly processes: readonly WebProcess[]
  /** Resolves when none is left. */
  readonly exited: Promise<void>
  readonly stop: () => Promise<void>
}

export type WebProcessesOptions = {
  readonly command: "start" | "dev"
  /** Of the only process, or of the balancer before several. */
  readonly port: number
  readonly count: number
  readonly env: NodeJS.ProcessEnv
  /** Calls the start off. */
  readonly signal?: AbortSignal
}

const READY_DEADLINE_MS = 90_000

/**
 * Heap for young objects, in MB. Most objects of a request are garbage after its answer. With V8's 16 MB, a burst of
 * requests makes V8 copy them, which costs a sixth of the calls per second (`npm run bench payments`). `npm start` has
 * the same in package.json.
 *
 * @see https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
export const SERVER_FLAGS = ["--max-semi-space-size=64"] as const

/** Starts the server, once or several times behind one port, and waits until all of it is healthy. */
export async function startWebProcesses(options: WebProcessesOptions): Promise<WebProcesses> {
  const { port, count, signal } = options
  const ports = count === 1 ? [port] : await freePorts(count)
  const balancer = count === 1 ? null : await openLoadBalancer(port, ports)
  const servers = ports.map((own) => startOne(own, options))
  const stopAll = async () => {
    await balancer?.stop()
    await Promise.all(servers.map(({ child }) => stop(child)))
  }
  try {
    await Promise.all(servers.map(({ port: own, exited }) => ready(`http://localhost:${own}`, exited, signal)))
  } catch (error) {
    await stopAll()
    throw error
  }
  return {
    processes: servers.map(({ child, port: own }) => ({ pid: child.pid, port: own })),
    exited: Promise.all(servers.map(({ exited }) => exited)).then(() => undefined),
    stop: stopAll,
  }
}

function startOne(port: number, { command, env }: WebProcessesOptions) {
  const keepAlive = command === "start" ? ["--keepAliveTimeout", String(KEEP_ALIVE_MS)] : []
  const child = start("next", [command, "--port", String(port), "--hostname", "127.0.0.1", ...keepAlive], {
    env,
    nodeFlags: SERVER_FLAGS,
    stdio: ["ignore", command === "dev" ? "inherit" : "ignore", "inherit"],
  })
  return { child, port, exited: once(child, "exit") }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

async function ready(origin: string, exited: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  const over = new AbortController()
  const gone = exited.then(() => {
    throw new Error("The server ended before it was ready; its output is above.")
  })
  try {
    await Promise.race([poll(origin, AbortSignal.any([over.signal, ...(signal ? [signal] : [])])), gone])
  } finally {
    over.abort()
  }
}

async function poll(origin: string, signal: AbortSignal): Promise<void> {
  const deadlineMs = Date.now() + READY_DEADLINE_MS
  while (Date.now() < deadlineMs) {
    if (await isHealthy(origin, signal)) return
    await sleep(150, undefined, { signal })
  }
  throw new Error(`${origin}/api/health was not healthy within ${READY_DEADLINE_MS / 1000} s.`)
}
