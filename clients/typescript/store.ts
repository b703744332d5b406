/**
 * Where a buyer keeps its state, as one text. Several buyers may share a store: `update` must be atomic among all of them.
 *
 * @example
 * // A row of a database.
 * const store: BuyerStore = {
 *   read: () => database.text("SELECT state FROM buyer"),
 *   update: (change) =>
 *     database.transaction(async (row) => row.write(change(await row.readForUpdate()))),
 * }
 */
export type BuyerStore = {
  /** `null`: nothing was written yet. */
  readonly read: () => Promise<string | null>
  /** Replaces the text by what `change` makes of it, while nobody else can. It must be durable when the promise resolves. */
  readonly update: (change: (text: string | null) => string) => Promise<void>
}

/**
 * A store that lasts as long as the program. Buyers that share it share a budget.
 *
 * @example
 * const store = memoryStore()
 * const buyers = signers.map((signer) => createBuyer({ ...options, signer, store }))
 */
export function memoryStore(): BuyerStore {
  let stored: string | null = null
  return {
    read: () => Promise.resolve(stored),
    update: async (change) => {
      stored = change(stored)
    },
  }
}
