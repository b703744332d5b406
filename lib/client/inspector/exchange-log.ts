import type { PersistentList } from "@/lib/client/browser/persistent-list"
import type { Exchange } from "./exchange"

/** More would crowd the receipts out of the browser's storage. */
const MAX_EXCHANGES = 20

/** Takes notes of payments. What it cannot store it forgets: a payment never waits for its notes. */
export type ExchangeLog = {
  readonly begin: (exchange: Exchange) => void
  readonly amend: (id: string, change: (exchange: Exchange) => Exchange) => void
}

export function createExchangeLog(list: PersistentList<Exchange>): ExchangeLog {
  const write = (change: (all: readonly Exchange[]) => readonly Exchange[]) => {
    if (!list.update(change)) list.updateInMemory(change)
  }
  return {
    begin(exchange) {
      write((all) => [...all.filter(({ id }) => id !== exchange.id), exchange].slice(-MAX_EXCHANGES))
    },
    amend(id, change) {
      write((all) => all.map((exchange) => (exchange.id === id ? change(exchange) : exchange)))
    },
  }
}
