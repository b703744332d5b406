import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { MINUTE_MS } from "@/lib/domain/utc-day"

type Noted = { readonly id: string }

/** More would crowd the receipts out of the browser's storage. */
const MAX_EXCHANGES = 20

/** Takes notes of payments or sign-ins. What it cannot store goes with the page: a payment never waits for its notes. */
export type ExchangeLog<T extends Noted> = {
  readonly begin: (exchange: T) => void
  readonly amend: (id: string, change: (exchange: T) => T) => void
}

export function createExchangeLog<T extends Noted>(list: PersistentList<T>): ExchangeLog<T> {
  return {
    begin(exchange) {
      list.apply((all) => [...all.filter(({ id }) => id !== exchange.id), exchange].slice(-MAX_EXCHANGES))
    },
    amend(id, change) {
      list.apply((all) => all.map((exchange) => (exchange.id === id ? change(exchange) : exchange)))
    },
  }
}

/** Longer than what is to be signed is good for. */
const LEFT_AFTER_MS = 10 * MINUTE_MS

type Begun = Noted & { readonly startedAtMs: number; readonly outcome: string }

/** Ends the notes of what lay in a wallet when its page was left: nobody waits for that signature any more. */
export function endLeft<T extends Begun>(list: PersistentList<T>, nowMs: number, end: (one: T) => T): void {
  const isLeft = ({ outcome, startedAtMs }: T) => outcome === "signing" && nowMs - startedAtMs > LEFT_AFTER_MS
  if (list.get().some(isLeft)) list.apply((all) => all.map((one) => (isLeft(one) ? end(one) : one)))
}
