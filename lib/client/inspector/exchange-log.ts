import type { PersistentList } from "@/lib/client/browser/persistent-list"

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
