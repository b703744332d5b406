import { createWaitEnd, type Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Settlement } from "./settler"
import type { SettlementWaiters } from "./settlement-outcome"

type WaitOptions = {
  readonly ledger: Pick<Ledger, "find">
  readonly waiters: Pick<SettlementWaiters, "add">
  readonly sleep: Sleep
  readonly waitMs: number
  /** Called when the caller already waits, so that no outcome is missed. */
  readonly start: () => void
}

/** The outcome of a payment, or `pending` after `waitMs`. */
export function waitForSettlement(id: string, options: WaitOptions): Promise<Settlement> {
  const { ledger, waiters, sleep, waitMs, start } = options
  const wait = createWaitEnd()
  const deadline = async (): Promise<Settlement> => {
    await sleep(waitMs, wait)
    const payment = await ledger.find(id).catch(() => null)
    return { kind: "pending", transaction: payment?.transaction ?? null }
  }
  return new Promise((resolve) => {
    const forget = waiters.add(id, (settlement) => {
      wait.end()
      resolve(settlement)
    })
    start()
    void deadline().then((settlement) => {
      forget()
      resolve(settlement)
    })
  })
}
