import { isOver } from "@/lib/domain/clock"
import { timerSleep } from "@/lib/outbound/ports"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"

/** `full`: reads work but writes fail, as on a full disk. */
export type StoreState = "ok" | "full" | "unreachable"

type Probe = { readonly sinceMs: number; readonly isWritable: Promise<boolean> }

const probes = new WeakMap<Store, Probe>()

const CACHE_MS = 10_000
/** A database that hangs must not delay `/health` longer than its callers wait. */
const TIMEOUT_MS = 3_000

/** Whether the ledger can record a payment: one read for each call, and one small write at most every 10 seconds. */
export async function storeState(store: Store, nowMs: number): Promise<StoreState> {
  const isReached = await succeeds(store.selectFrom("payments").select("seq").limit(1).execute())
  if (!isReached) return "unreachable"
  const last = probes.get(store)
  const probe = last !== undefined && !isOver({ ...last, lengthMs: CACHE_MS, nowMs }) ? last : newProbe(store, nowMs)
  probes.set(store, probe)
  return (await probe.isWritable) ? "ok" : "full"
}

/** A lease with a lifetime of 0, so that no process ever waits for it. */
function newProbe(store: Store, nowMs: number): Probe {
  const lease = createLease(store, { name: "health-probe", holder: "any", ttlMs: 0 })
  return { sinceMs: nowMs, isWritable: succeeds(lease.hold()) }
}

/** False on failure and on timeout. */
async function succeeds(step: Promise<unknown>): Promise<boolean> {
  const done = new AbortController()
  const late = timerSleep(TIMEOUT_MS, done.signal).then(() => false)
  const ended = step.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([ended, late])
  } finally {
    done.abort()
  }
}
