import { readFileSync } from "node:fs"

/** The kernel counts in ticks of a hundredth of a second. */
const MS_PER_TICK = 10
/** Fields of `/proc/PID/stat` behind the command: the time in user mode and in the kernel, of all threads. */
const [USER, KERNEL] = [11, 12]

/** Processor time of these processes until now; `NaN` on systems without `/proc`. */
export function cpuTimeMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * MS_PER_TICK
}

function ticksOf(pid: number): number {
  try {
    // The command is in brackets and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
    return Number(fields[USER]) + Number(fields[KERNEL])
  } catch {
    return Number.NaN
  }
}
