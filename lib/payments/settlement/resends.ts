import type { Owed } from "@/lib/ledger/payment"

/** Payments that go out once more, alone, when it is their turn. */
export type Resends = {
  /** Resolves once it was sent; to false, and nothing sent, when its claim was withdrawn. */
  readonly add: (payment: Owed) => Promise<boolean>
  readonly waiting: () => number
  /** Sends the one that waits longest. Never rejects: who added it hears what went wrong. */
  readonly sendNext: () => Promise<void>
  /** Sends none of them: the process ends. */
  readonly leave: () => void
}

type Resend = {
  readonly payment: Owed
  readonly resolve: (isSent: boolean) => void
  readonly reject: (cause: unknown) => void
}

export function createResends(send: (payment: Owed) => Promise<boolean>): Resends {
  const line: Resend[] = []
  return {
    add: (payment) => new Promise((resolve, reject) => void line.push({ payment, resolve, reject })),
    waiting: () => line.length,
    async sendNext() {
      const next = line.shift()
      if (next !== undefined) await send(next.payment).then(next.resolve, next.reject)
    },
    leave() {
      for (const { reject } of line.splice(0)) reject(new Error("The process ends before it was sent once more."))
    },
  }
}
