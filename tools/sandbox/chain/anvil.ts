import { type ChildProcess, spawn } from "node:child_process"
import { setTimeout as delay } from "node:timers/promises"
import { findAnvil } from "./anvil-binary"
import { keepBackup, prepareState } from "./chain-state"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"
import { findFreePort, isPortFree } from "@/tools/sandbox/local-port"
import { SANDBOX_CHAIN_ID, sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

const START_DEADLINE_MS = 10_000
const STOP_DEADLINE_MS = 5_000

export type AnvilOptions = {
  /** Absent or 0: any free port. */
  readonly port?: number
  /** Keeps the chain between runs. Absent: the chain is forgotten at the end. */
  readonly stateDir?: string
  /** Absent: a block per transaction, at once. */
  readonly blockTimeSeconds?: number
  /** Stops the chain when aborted. */
  readonly signal?: AbortSignal
}

export type Anvil = {
  readonly rpcUrl: string
  readonly port: number
  readonly pid: number
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<void>
  /** Writes the state, ends the process and waits for it. May be called again. */
  stop(): Promise<void>
}

/**
 * Starts a local chain with Base's chain id and no accounts, reachable from this machine only.
 *
 * @throws {SandboxChainError} no program for this platform, the port is taken, or the chain does not come up in time
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  options.signal?.throwIfAborted()
  const binary = findAnvil()
  const port = options.port === undefined || options.port === 0 ? await findFreePort() : options.port
  if (!(await isPortFree(port))) {
    throw new SandboxChainError(`Port ${port} already answers, and not for this sandbox chain.`, { details: { port } })
  }
  const stateFile = options.stateDir === undefined ? undefined : prepareState(options.stateDir)
  // Detached: Ctrl-C reaches our process alone, which then stops the chain in order.
  const child = spawn(binary, anvilArguments(options, port, stateFile), {
    stdio: "ignore",
    detached: true,
    windowsHide: true,
  })
  const anvil = superviseAnvil(child, port, stateFile)
  options.signal?.addEventListener("abort", () => void anvil.stop(), { once: true })
  await untilReady(anvil, child)
  return anvil
}

/**
 * States that anvil keeps. With none, a read that finds its block while the next one is mined is refused; with all, the
 * chain of a long day fills the memory.
 */
const KEPT_STATES = 64

/** The lowest base fee of Base, 0.005 gwei. anvil would begin with 1 gwei, at which no payment is profitable. */
export const BASE_FEE_WEI = 5_000_000n

function anvilArguments(options: AnvilOptions, port: number, stateFile: string | undefined): readonly string[] {
  const base = ["--chain-id", String(SANDBOX_CHAIN_ID), "--host", "127.0.0.1", "--port", String(port)]
  // No CORS: a page in the browser must reach the chain through the pass-through only.
  const quiet = ["--accounts", "0", "--no-cors", "--silent", "--prune-history", String(KEPT_STATES)]
  const fee = ["--block-base-fee-per-gas", String(BASE_FEE_WEI)]
  const state = stateFile === undefined ? [] : ["--state", stateFile, "--state-interval", "1"]
  const blocks = options.blockTimeSeconds === undefined ? [] : ["--block-time", String(options.blockTimeSeconds)]
  return [...base, ...quiet, ...fee, ...state, ...blocks]
}

function superviseAnvil(child: ChildProcess, port: number, stateFile: string | undefined): Anvil {
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.once("error", () => resolve())
  })
  const pid = child.pid ?? 0
  const releases = [endWithParent(child)]
  if (stateFile !== undefined) releases.push(keepBackup(stateFile))
  const ended = exited.then(() => releases.forEach((release) => release()))
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    port,
    pid,
    exited: ended,
    async stop() {
      child.kill("SIGTERM")
      const kill = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS)
      await ended
      clearTimeout(kill)
    },
  }
}

/**
 * Ends the chain when this process ends, even by `kill -9`: a shell waits for our end of a pipe to close.
 * Where there is no shell (Windows), an orderly exit still ends it.
 */
function endWithParent(child: ChildProcess): () => void {
  const endChild = () => child.kill("SIGTERM")
  process.once("exit", endChild)
  const removeExitHook = () => void process.removeListener("exit", endChild)
  if (process.platform === "win32" || child.pid === undefined) return removeExitHook
  const script = 'cat >/dev/null; kill -TERM "$1"'
  const stdio: ["pipe", "ignore", "ignore"] = ["pipe", "ignore", "ignore"]
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(child.pid)], { stdio, detached: true })
  watcher.once("error", () => undefined)
  watcher.unref()
  return () => {
    removeExitHook()
    watcher.kill("SIGKILL")
    watcher.stdin.destroy()
  }
}

async function untilReady(anvil: Anvil, child: ChildProcess): Promise<void> {
  const client = sandboxClient(anvil.rpcUrl, 1_000)
  const deadlineMs = performance.now() + START_DEADLINE_MS
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  while (!hasEnded() && performance.now() < deadlineMs) {
    const chainId = await client.getChainId().catch(() => null)
    if (chainId === SANDBOX_CHAIN_ID) return
    await Promise.race([delay(20), anvil.exited])
  }
  const reason = hasEnded()
    ? "ended at start (on Linux it needs glibc 2.35)"
    : `did not answer within ${START_DEADLINE_MS} ms`
  await anvil.stop()
  throw new SandboxChainError(`The local chain on port ${anvil.port} ${reason}.`, { details: { port: anvil.port } })
}
