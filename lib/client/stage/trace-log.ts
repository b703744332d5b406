import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { MINUTE_MS } from "@/lib/domain/utc-day"

type Identified = { readonly id: string }

/** More traces would leave too little storage for receipts. */
const MAX_TRACES = 20

/** Records payments or sign-ins. A payment never waits for its trace: a trace that cannot be stored stays in memory. */
export type TraceLog<T extends Identified> = {
  readonly begin: (trace: T) => void
  readonly amend: (id: string, change: (trace: T) => T) => void
}

export function createTraceLog<T extends Identified>(list: PersistentList<T>): TraceLog<T> {
  return {
    begin(trace) {
      list.apply((all) => [...all.filter(({ id }) => id !== trace.id), trace].slice(-MAX_TRACES))
    },
    amend(id, change) {
      list.apply((all) => all.map((trace) => (trace.id === id ? change(trace) : trace)))
    },
  }
}

/** Longer than any authorization or sign-in text is valid. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS

type OpenTrace = Identified & { readonly startedAtMs: number; readonly outcome: string }

/** Closes traces whose page was closed while the wallet showed the request. */
export function closeAbandonedTraces<T extends OpenTrace>(
  list: PersistentList<T>,
  nowMs: number,
  end: (one: T) => T,
): void {
  const isAbandoned = ({ outcome, startedAtMs }: T) => outcome === "signing" && nowMs - startedAtMs > ABANDONED_AFTER_MS
  if (list.get().some(isAbandoned)) list.apply((all) => all.map((one) => (isAbandoned(one) ? end(one) : one)))
}
