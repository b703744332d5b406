import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { isPortFree } from "@/tools/sandbox/local-port"

const GRACE_MS = 1_500

const RunRecord = z.object({ port: z.number().int(), pid: z.number().int().positive() })

type RunRecord = z.infer<typeof RunRecord>

/** Notes in the state folder which process runs its chain: two of them would overwrite each other's state. */
export function writeRunRecord(stateDir: string, { port, pid }: RunRecord): void {
  writeFileSync(recordOf(stateDir), JSON.stringify({ port, pid }), { mode: 0o600 })
}

export function removeRunRecord(stateDir: string): void {
  rmSync(recordOf(stateDir), { force: true })
}

/**
 * The port of the chain that runs from this folder, `null` when none does.
 *
 * A chain that is ending gets a moment: it stops answering before it writes its state.
 */
export async function readRunningPort(stateDir: string): Promise<number | null> {
  const record = readRecord(recordOf(stateDir))
  if (record === null) return null
  const deadlineMs = performance.now() + GRACE_MS
  while (isAlive(record.pid)) {
    // A running process that does not answer has the reused id of an ended chain.
    if (performance.now() > deadlineMs) return (await isPortFree(record.port, 0)) ? null : record.port
    await delay(25)
  }
  return null
}

function readRecord(file: string): RunRecord | null {
  if (!existsSync(file)) return null
  try {
    return RunRecord.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    return null // Cut in half by a kill: the port check at start still holds.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function recordOf(stateDir: string): string {
  return join(stateDir, "chain-run.json")
}
