import { type Clock, isOver } from "@/lib/domain/clock"
import type { Owed } from "@/lib/ledger/payment"
import { reasonsOf } from "@/lib/payments/wire/method-reasons"
import type { SettlementWaiters } from "./settlement-waiters"
import type { Settlement } from "./settler"

/** Payments that go out once more, alone, when it is their turn. */
export type Resends = {
  /** Resolves once it was sent; to false, and nothing sent, when its claim was withdrawn or its payer's last was in vain. */
  readonly add: (payment: Owed) => Promise<boolean>
  /** It is the turn of one that waits. */
  readonly hasNext: () => boolean
  /** Sends that one; the longest waiting, where there are several. Never rejects: who added it hears what went wrong. */
  readonly sendNext: () => Promise<void>
  /** Sends none of them: the process ends. */
  readonly leave: () => void
}

export type ResendsOptions = {
  readonly send: (payment: Owed) => Promise<boolean>
  readonly waiters: Pick<SettlementWaiters, "add">
  /** Others may go now. */
  readonly onTurn: () => void
  readonly clock: Clock
}

type Resend = {
  readonly payment: Owed
  readonly resolve: (isSent: boolean) => void
  readonly reject: (cause: unknown) => void
}

/** How a payer's payments fare alone: the ids of those on their way, and how many arrived. */
type Alone = { readonly going: Set<string>; arrived: number; inVainMs: number | null }

/** The others of a burst are over by then. */
const IN_VAIN_MS = 60_000

/**
 * Of one payer as many go at once as arrived before, and one more. A wallet may behave when it is tried out and burn all
 * gas when it counts: then one has gone out alone, however many waited.
 */
export function createResends({ send, waiters, onTurn, clock }: ResendsOptions): Resends {
  const line: Resend[] = []
  const records = new Map<string, Alone>()

  function isNext({ payment: { id, authorization } }: Resend): boolean {
    const record = records.get(authorization.from)
    return record === undefined || record.going.has(id) || record.going.size <= record.arrived
  }

  async function sendAlone(payment: Owed): Promise<boolean> {
    const payer = payment.authorization.from
    const record = records.get(payer) ?? { going: new Set(), arrived: 0, inVainMs: null }
    if (isInVain(record)) return false
    records.set(payer, record)
    record.going.add(payment.id)
    const forget = waiters.add(payment.id, (settlement) => end(payment, record, settlement))
    let isSent = false
    try {
      isSent = await send(payment)
      return isSent
    } finally {
      if (!isSent) {
        forget()
        record.going.delete(payment.id)
      }
    }
  }

  function end({ id, authorization }: Owed, record: Alone, settlement: Settlement): void {
    // It may have gone out more than once.
    if (!record.going.delete(id)) return
    if (settlement.kind === "settled") record.arrived += 1
    const reason = settlement.kind === "refused" ? settlement.reason : null
    if (reason === "invalid_transaction_state" || reason === reasonsOf[authorization.method].trial) {
      record.inVainMs = clock()
    }
    for (const [payer, one] of records) {
      if (one.going.size === 0 && !isAwaited(payer) && !isInVain(one)) records.delete(payer)
    }
    onTurn()
  }

  function isInVain({ inVainMs }: Alone): boolean {
    return inVainMs !== null && !isOver({ sinceMs: inVainMs, lengthMs: IN_VAIN_MS, nowMs: clock() })
  }

  const isAwaited = (payer: string) => line.some(({ payment }) => payment.authorization.from === payer)

  return {
    add: (payment) => new Promise((resolve, reject) => void line.push({ payment, resolve, reject })),
    hasNext: () => line.some(isNext),
    async sendNext() {
      const next = line.find(isNext)
      if (next === undefined) return
      line.splice(line.indexOf(next), 1)
      await sendAlone(next.payment).then(next.resolve, next.reject)
    },
    leave() {
      for (const { reject } of line.splice(0)) reject(new Error("The process ends before it was sent once more."))
    },
  }
}
