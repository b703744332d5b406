import { setTimeout as sleep } from "node:timers/promises"
import { recordContract } from "@/lib/endpoints/record/contract"

const POLL_INTERVAL_MS = 2_000
/** On a busy machine the service pauses between two parts of its past. */
const UNCHANGED_POLLS = 8
const DEADLINE_MS = 180_000

/**
 * Waits until a new service has written its replay: at its first start, it replays the closes of twelve weeks, which
 * takes half a core for twenty seconds. The benchmark measures the time after it.
 */
export async function untilReplayed(origin: string): Promise<void> {
  const deadlineMs = performance.now() + DEADLINE_MS
  let [before, unchanged] = [0, 0]
  while (performance.now() < deadlineMs) {
    const answer = await fetch(`${origin}/api${recordContract.path}`)
    const { records } = recordContract.response.parse(await answer.json()).integrity
    unchanged = records > 0 && records === before ? unchanged + 1 : 0
    if (unchanged === UNCHANGED_POLLS) return
    before = records
    await sleep(POLL_INTERVAL_MS)
  }
  throw new Error(`${origin} was still writing its past after ${DEADLINE_MS / 1_000} s.`)
}
