import { z } from "zod"
import { BuyerError } from "./errors.js"

/** Where a buyer keeps its state as one text. Payments are written before they are sent. */
export type BuyerStore = {
  /** `null`: nothing was written yet. */
  readonly read: () => Promise<string | null>
  readonly write: (text: string) => Promise<void>
}

const DAY_MS = 86_400_000

const Spend = z.object({
  id: z.string(),
  atMs: z.number(),
  amount: z.string().regex(/^\d+$/).transform(BigInt),
})
type Spend = z.output<typeof Spend>

/** A signed payment without an answer. */
const OpenPayment = z.object({
  id: z.string(),
  resource: z.string(),
  /** `PAYMENT-SIGNATURE` as it was sent. */
  header: z.string(),
})
export type OpenPayment = z.output<typeof OpenPayment>

const State = z.object({ payments: z.array(Spend), deposits: z.array(Spend), open: z.array(OpenPayment) })
type State = z.output<typeof State>

type StateOptions = { readonly store: BuyerStore | null; readonly now: () => number }

export type BuyerState = Awaited<ReturnType<typeof openState>>

/** @throws {BuyerError} when the stored state cannot be read, because the budget of the day is then unknown */
export async function openState({ store, now }: StateOptions) {
  const state = await readState(store)

  /** The amount counts until it is released or a day has passed. */
  function reserve(kind: "payments" | "deposits", spend: Omit<Spend, "atMs">, { max, name }: DayLimit): void {
    const sinceMs = now() - DAY_MS
    state[kind] = state[kind].filter(({ atMs }) => atMs > sinceMs)
    const spent = state[kind].reduce((sum, { amount }) => sum + amount, 0n)
    if (spent + spend.amount > max) {
      const message = `${name}: ${spend.amount} would be added to ${spent} of the last 24 hours; the limit is ${max}.`
      throw new BuyerError("day_limit_reached", message)
    }
    state[kind].push({ ...spend, atMs: now() })
  }

  function release(id: string): void {
    for (const kind of ["payments", "deposits"] as const) {
      state[kind] = state[kind].filter((spend) => spend.id !== id)
    }
  }

  return {
    reserve,
    release,
    open: (): readonly OpenPayment[] => state.open,
    addOpen: (payment: OpenPayment): void => void state.open.push(payment),
    removeOpen: (id: string): void => {
      state.open = state.open.filter((payment) => payment.id !== id)
    },
    save: async (): Promise<void> => store?.write(JSON.stringify(state, digits)),
  }
}

type DayLimit = { readonly max: bigint; readonly name: string }

async function readState(store: BuyerStore | null): Promise<State> {
  const text = (await store?.read()) ?? null
  if (text === null) return { payments: [], deposits: [], open: [] }
  try {
    return State.parse(JSON.parse(text))
  } catch (cause) {
    throw new BuyerError("invalid_option", "store: the stored state cannot be read.", { cause })
  }
}

function digits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value
}
