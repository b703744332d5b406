import { median } from "../median"
import { cpuTimeMs } from "./cpu-time"
import type { Peer } from "./peers"

/** Each round measures every peer, so that a slow moment of the machine hits both. */
export async function rounds<T>(
  peers: readonly Peer[],
  count: number,
  measure: (peer: Peer) => Promise<T>,
): Promise<ReadonlyMap<Peer, readonly T[]>> {
  const results = new Map<Peer, readonly T[]>()
  for (let round = 0; round < count; round += 1) {
    for (const peer of peers) results.set(peer, [...(results.get(peer) ?? []), await measure(peer)])
  }
  return results
}

export type LoadResult = { readonly perSecond: number; readonly delivered: number; readonly cpuMs: number }

/** Sends calls, and measures how many are answered with 200 in a second, and the processor time of the server's processes. */
export async function measureLoad(
  { pids }: Peer,
  send: () => Promise<readonly { readonly status: number }[]>,
): Promise<LoadResult> {
  const cpuBeforeMs = cpuTimeMs(pids)
  const startedMs = performance.now()
  const replies = await send()
  const seconds = (performance.now() - startedMs) / 1_000
  const delivered = replies.filter(({ status }) => status === 200).length
  return { perSecond: delivered / seconds, delivered, cpuMs: cpuTimeMs(pids) - cpuBeforeMs }
}

/** `expected`: calls that were sent in all. */
export function loadCells(results: readonly LoadResult[], expected: number): readonly string[] {
  const delivered = results.reduce((sum, one) => sum + one.delivered, 0)
  const cpuMs = results.reduce((sum, one) => sum + one.cpuMs, 0)
  return [
    `delivered ${((delivered / expected) * 100).toFixed(1)}%`,
    `${median(results.map(({ perSecond }) => perSecond)).toFixed(0)} calls/s`,
    `server ${(cpuMs / delivered).toFixed(2)} ms CPU a call`,
  ]
}

export function row(peer: Peer, ...cells: readonly string[]): void {
  console.log(`  ${peer.name.padEnd(12)}${cells.map((cell) => cell.padEnd(28)).join("")}`)
}

export function gasText(gasPerCall: number): string {
  return `${Math.round(gasPerCall).toLocaleString("en")} gas a call`
}
