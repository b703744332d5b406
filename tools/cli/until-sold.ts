import { setTimeout as sleep } from "node:timers/promises"
import { serviceInfoContract } from "@/lib/endpoints/service-info/contract"

const DEADLINE_MS = 60_000
const POLL_INTERVAL_MS = 100

/**
 * Waits until a service sells every product, because a new process sells one only once its data is read. Not for a market
 * with faults. `except`: names in `/api` of what it cannot sell yet.
 *
 * @throws {Error} names what was not sold after a minute
 */
export async function untilSold(
  origin: string,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<void> {
  const deadlineMs = performance.now() + DEADLINE_MS
  let missing = ""
  while (performance.now() < deadlineMs) {
    missing = await notSold(origin, except)
    if (missing === "") return
    await sleep(POLL_INTERVAL_MS)
  }
  throw new Error(`${origin} did not sell everything within ${DEADLINE_MS / 1_000} s: ${missing}`)
}

async function notSold(origin: string, except: readonly string[]): Promise<string> {
  try {
    const response = await fetch(`${origin}/api`, { signal: AbortSignal.timeout(DEADLINE_MS) })
    if (!response.ok) return `/api answers ${response.status}: ${await response.text()}`
    const { payments, endpoints } = serviceInfoContract.response.parse(await response.json())
    const paused = Object.entries(endpoints).flatMap(([name, { not_sold: why }]) =>
      why === undefined || except.includes(name) ? [] : [`${name}: ${why}`],
    )
    return [...(payments.taken ? [] : [payments.why ?? "no payments are taken"]), ...paused].join("; ")
  } catch (error) {
    return String(error)
  }
}
