import { isOver } from "@/lib/domain/clock"
import { timerSleep } from "@/lib/outbound/ports"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { type StoreFault, storeFault } from "@/lib/store/store-fault"

/**
 * `unwritable`, `full` and `read_only`: reads work but writes fail. `unreachable`: reads fail or take too long. `foreign`: a service
 * with other settings has the database.
 */
export type StoreState = "ok" | "unwritable" | "unreachable" | "foreign" | StoreFault

type Probe = { readonly sinceMs: number; readonly state: Promise<StoreState> }

const probes = new WeakMap<Store, Probe>()

const CACHE_MS = 10_000
/** A database that hangs must not delay `/health` longer than its callers wait. */
const TIMEOUT_MS = 3_000

/**
 * Whether the ledger can record a payment: one read for each call, and one small write at most every 10 seconds. A failed write
 * is repeated with the next call. `freshMs`: the greatest age of a write that is relied on.
 */
export async function storeState(store: Store, nowMs: number, freshMs = CACHE_MS): Promise<StoreState> {
  const read = await outcomeOf(store.selectFrom("payments").select("seq").limit(1).execute(), "unreachable")
  if (read !== "ok") return read
  const last = probes.get(store)
  const probe = last !== undefined && !isOver({ ...last, lengthMs: freshMs, nowMs }) ? last : newProbe(store, nowMs)
  probes.set(store, probe)
  const state = await probe.state
  if (state !== "ok") probes.delete(store)
  return state
}

/** A lease with a lifetime of 0, so that no process ever waits for it. */
function newProbe(store: Store, nowMs: number): Probe {
  const lease = createLease(store, { name: "health-probe", holder: "any", ttlMs: 0 })
  return { sinceMs: nowMs, state: outcomeOf(lease.hold(), "unwritable") }
}

async function outcomeOf(step: Promise<unknown>, otherwise: StoreState): Promise<StoreState> {
  const done = new AbortController()
  const late = timerSleep(TIMEOUT_MS, done.signal).then(() => otherwise)
  const ended = step.then(
    () => "ok" as const,
    (cause: unknown) => storeFault(cause) ?? otherwise,
  )
  try {
    return await Promise.race([ended, late])
  } finally {
    done.abort()
  }
}
