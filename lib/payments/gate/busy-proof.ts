import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Payment } from "@/lib/ledger/payment"
import { isBusy } from "./known-proof"
import { oneAtATime } from "./one-at-a-time"

/** How long a repeated request waits for the first one to finish. */
const WAIT_MS = 20_000
const POLL_MS = 100
const MOST_POLLS = WAIT_MS / POLL_MS

export type BusyOptions = { readonly ledger: Pick<Ledger, "find">; readonly clock: Clock; readonly sleep: Sleep }

/**
 * What becomes of a proof that another process has in hand: the row once it is over, or as it is when the wait is;
 * `null` when it is gone. However many wait for one, the ledger is read as often as for one.
 */
export function outcomesOf({ ledger, clock, sleep }: BusyOptions): (id: string) => Promise<Payment | null> {
  return oneAtATime(async (id) => {
    const deadlineMs = clock() + WAIT_MS
    // Counted too, for a clock that is set back meanwhile is late.
    for (let polls = 1; ; polls += 1) {
      await sleep(POLL_MS)
      const payment = await ledger.find(id)
      const isLate = clock() >= deadlineMs || polls >= MOST_POLLS
      if (payment === null || !isBusy(payment) || isLate) return payment
    }
  })
}
