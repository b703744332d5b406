import { BuyerError } from "./errors.js"
import { countAt, type Fields, isFields, parseJson, textAt } from "./json.js"
import type { SignedAuthorization } from "./options.js"
import type { BuyerStore } from "./store.js"

const DAY_MS = 86_400_000
/** Longer than a day, so that a clock that was ahead and is set back finds what it spent before. */
const KEPT_MS = 7 * DAY_MS
/** Clocks differ, and a block shows the end of a signature a little later. */
const PROOF_DELAY_MS = 60_000

type Spend = {
  readonly id: string
  readonly atMs: number
  readonly amount: bigint
  /** The service has refused it. Then a proof that it is unused ends its day early. */
  readonly refused: SignedAuthorization | null
}

/** A signed payment without an answer. */
export type OpenPayment = {
  readonly id: string
  readonly resource: string
  /** `PAYMENT-SIGNATURE` as it is sent. */
  readonly header: string
  /** Calls that have begun to send it. Each is written before it sends. */
  readonly senders: number
}

type State = { payments: Spend[]; deposits: Spend[]; open: OpenPayment[] }

type NewPayment = Omit<OpenPayment, "senders"> & { readonly amount: bigint; readonly deposit: bigint }
type Limits = { readonly maxPerDay: bigint; readonly session: { readonly maxPerDay: bigint } | null }

type BudgetOptions = Limits & {
  readonly store: BuyerStore
  readonly now: () => number
  readonly isUnused: (authorization: SignedAuthorization) => boolean | Promise<boolean>
}

export type Budget = ReturnType<typeof createBudget>

/** Budget and open payments in a store. Each change is one atomic update, so buyers that share the store share the budget. */
export function createBudget({ store, now, isUnused, ...limits }: BudgetOptions) {
  async function change<T>(edit: (state: State) => T): Promise<T> {
    let result: { readonly value: T } | null = null
    try {
      await store.update((text) => {
        const state = parseState(text)
        result = { value: edit(state) }
        return JSON.stringify(state, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value))
      })
    } catch (error) {
      throw asStoreError(error)
    }
    return ((result as { readonly value: T } | null) ?? fail()).value
  }

  function counts({ atMs }: Spend): boolean {
    return atMs > now() - DAY_MS
  }

  function kept(spends: readonly Spend[]): Spend[] {
    return spends.filter(({ atMs }) => atMs > now() - KEPT_MS)
  }

  function spentOf(spends: readonly Spend[]): bigint {
    return spends.filter(counts).reduce((sum, { amount }) => sum + amount, 0n)
  }

  function requireRoom(spends: readonly Spend[], amount: bigint, max: bigint, name: string): void {
    const spent = spentOf(spends)
    if (spent + amount <= max) return
    const message = `${name}: ${amount} would be added to ${spent} of the last 24 hours; the limit is ${max}.`
    throw new BuyerError("day_limit_reached", message)
  }

  async function read(): Promise<State> {
    return parseState(await store.read().catch((error: unknown) => Promise.reject(asStoreError(error))))
  }

  async function forgetUnused(payments: readonly Spend[]): Promise<void> {
    for (const { id, refused } of payments.filter(counts)) {
      if (refused === null || refused.validBefore * 1_000 + PROOF_DELAY_MS > now()) continue
      // A node that fails proves nothing.
      const isProven = await (async () => isUnused(refused))().catch(() => false)
      if (isProven) await change((state) => void (state.payments = without(state.payments, id)))
    }
  }

  return {
    /** What counts for `maxPerDay` now. */
    spent: async (): Promise<bigint> => spentOf((await read()).payments),

    /** @throws {BuyerError} `day_limit_reached`: the amount would exceed the limit now */
    async check(amount: bigint): Promise<void> {
      const { payments } = await read()
      if (spentOf(payments) + amount > limits.maxPerDay) await forgetUnused(payments)
      requireRoom((await read()).payments, amount, limits.maxPerDay, "maxPerDay")
    },

    /**
     * Writes a payment before it is sent. If another buyer has opened one of the same resource meanwhile, that one is returned
     * in its place, announced to be sent.
     *
     * @throws {BuyerError} `day_limit_reached`, and nothing is written
     */
    open: ({ id, resource, header, amount, deposit }: NewPayment): Promise<OpenPayment> =>
      change((state) => {
        const other = announce(state, resource)
        if (other !== null) return other
        requireRoom(state.payments, amount, limits.maxPerDay, "maxPerDay")
        if (deposit > 0n) requireRoom(state.deposits, deposit, limits.session?.maxPerDay ?? 0n, "session.maxPerDay")
        const atMs = now()
        state.payments = [...kept(state.payments), { id, atMs, amount, refused: null }]
        state.deposits = kept(state.deposits)
        if (deposit > 0n) state.deposits.push({ id, atMs, amount: deposit, refused: null })
        const open = { id, resource, header, senders: 1 }
        state.open.push(open)
        return open
      }),

    /** The open payment of a resource, announced to be sent again; `null`: there is none. */
    resume: (resource: string): Promise<OpenPayment | null> => change((state) => announce(state, resource)),

    /** Any open payment. */
    firstOpen: async (): Promise<OpenPayment | null> => (await read()).open[0] ?? null,

    /** The payment was charged, or may have been: its amount counts for a day. */
    close: (id: string): Promise<void> =>
      change((state) => {
        state.open = without(state.open, id)
      }),

    /**
     * The service has refused a payment that no other call has sent. That is only its word, so the amount counts for a day, as
     * does a deposit. `null`: a voucher, whose amount counts no longer, because the next one replaces it. Returns whether it was
     * released.
     */
    release: (id: string, refused: SignedAuthorization | null): Promise<boolean> =>
      change((state) => {
        if (state.open.find((payment) => payment.id === id)?.senders !== 1) return false
        state.open = without(state.open, id)
        state.payments =
          refused === null
            ? without(state.payments, id)
            : state.payments.map((spend) => (spend.id === id ? { ...spend, refused } : spend))
        return true
      }),
  }
}

/** The open payment of a resource, with one sender more. */
function announce(state: State, resource: string): OpenPayment | null {
  const found = state.open.find((payment) => payment.resource === resource)
  if (found === undefined) return null
  const announced = { ...found, senders: found.senders + 1 }
  state.open = state.open.map((payment) => (payment === found ? announced : payment))
  return announced
}

function without<T extends { readonly id: string }>(entries: readonly T[], id: string): T[] {
  return entries.filter((entry) => entry.id !== id)
}

function fail(): never {
  throw new BuyerError("store_failed", "store.update: the change was not applied.")
}

function asStoreError(error: unknown): BuyerError {
  if (error instanceof BuyerError) return error
  return new BuyerError("store_failed", `store: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

/** @throws {BuyerError} when the text cannot be read, because the budget of the day is then unknown */
function parseState(text: string | null): State {
  if (text === null) return { payments: [], deposits: [], open: [] }
  try {
    const state = parseJson(text)
    if (!isFields(state)) throw new TypeError("a JSON object is expected")
    return {
      payments: listAt(state, "payments", parseSpend),
      deposits: listAt(state, "deposits", parseSpend),
      open: listAt(state, "open", parseOpen),
    }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new BuyerError("store_failed", `store: the stored state cannot be read. ${problem}.`, { cause })
  }
}

function listAt<T>(state: Fields, name: string, parse: (entry: Fields) => T): T[] {
  const list = state[name]
  if (!Array.isArray(list) || !list.every(isFields)) throw new TypeError(`${name}: a list of objects is expected`)
  return list.map(parse)
}

function parseSpend(entry: Fields): Spend {
  const [id, atMs, amount] = [textAt(entry, "id"), countAt(entry, "atMs"), BigInt(textAt(entry, "amount", /^\d+$/))]
  const { refused } = entry
  return { id, atMs, amount, refused: isFields(refused) ? authorizationOf(refused) : null }
}

function authorizationOf(fields: Fields): SignedAuthorization {
  const [from, nonce] = [hexAt(fields, "from"), hexAt(fields, "nonce")]
  return { from, nonce, validBefore: countAt(fields, "validBefore") }
}

function hexAt(fields: Fields, name: string): `0x${string}` {
  return textAt(fields, name, /^0x[0-9a-fA-F]+$/) as `0x${string}`
}

function parseOpen(entry: Fields): OpenPayment {
  const [id, resource, header] = [textAt(entry, "id"), textAt(entry, "resource"), textAt(entry, "header")]
  return { id, resource, header, senders: entry["senders"] === undefined ? 1 : countAt(entry, "senders") }
}
