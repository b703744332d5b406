import { isOver } from "@/lib/domain/clock"
import { timerSleep } from "@/lib/outbound/ports"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { singleton } from "./singleton"

/** `full`: it can be read and not written, as on a full disk. */
export type StoreState = "ok" | "full" | "unreachable"

type Probe = { readonly sinceMs: number; readonly isWritable: Promise<boolean> }

const FRESH_MS = 10_000
/** A database that has fallen silent would hold an answer for half a minute, and whoever asks `/health` gives up before. */
const TIMEOUT_MS = 3_000

/** Whether the ledger could take a payment: one read, and a small write every ten seconds however often `/health` is. */
export async function storeState(store: Store, nowMs: number): Promise<StoreState> {
  const isReached = await succeeds(store.selectFrom("payments").select("seq").limit(1).execute())
  if (!isReached) return "unreachable"
  const probes = singleton("store-probes", () => new WeakMap<Store, Probe>())
  const last = probes.get(store)
  const probe = last !== undefined && !isOver({ ...last, lengthMs: FRESH_MS, nowMs }) ? last : newProbe(store, nowMs)
  probes.set(store, probe)
  return (await probe.isWritable) ? "ok" : "full"
}

/** A lease that is over as soon as it is taken: nobody waits for it. */
function newProbe(store: Store, nowMs: number): Probe {
  const lease = createLease(store, { name: "health-probe", holder: "any", ttlMs: 0 })
  return { sinceMs: nowMs, isWritable: succeeds(lease.hold()) }
}

/** False as well when it takes too long. */
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
