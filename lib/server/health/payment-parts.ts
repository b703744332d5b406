import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import type { SalesPause } from "@/lib/x402/errors"
import type { FacilitatorStatus } from "@/lib/x402/settlement/facilitator"
import type { GasStatus } from "@/lib/x402/settlement/settlement-funds"
import { FACILITATOR_RESTS, gasProblem } from "@/lib/x402/settlement/settlement-pause"
import type { Settler } from "@/lib/x402/settlement/settler"
import type { ChainState } from "./chain-probe"
import type { StoreState } from "./store-probe"

type Health = ResponseOf<typeof healthContract>
type Part = Health["parts"][number]

/** Settlement has stopped when more payments than this are waiting. */
const MAX_WAITING = 1_000

/** Base has a block every 2 seconds. A node whose newest block is older than this has lost its peers. */
const HEAD_LATE_MS = 60_000
/** Beyond this, payments are not confirmed in time, and the clock makes valid proofs look expired or too early. */
const HEAD_DOWN_MS = 5 * 60_000

/** What was last read about the parts that every payment needs. `null`: not read yet. */
export type PaymentFacts = { readonly store: StoreState | null; readonly chain: ChainState | null }

const NOT_TAKEN = "payments are not taken"

const STORE_PROBLEMS = {
  full: "the disk is full",
  read_only: "the database accepts no writes",
  unwritable: "the database cannot be written",
  unreachable: "the database does not answer",
  foreign: "a service with other settings uses the database",
} as const satisfies Readonly<Record<Exclude<StoreState, "ok">, string>>

export function storePart(state: StoreState, databaseUrl: string | null): Part {
  const isOk = state === "ok"
  return {
    ...NO_TIMESTAMPS,
    name: "store",
    kind: "store",
    status: isOk ? "ok" : "down",
    detail: isOk ? (databaseUrl === null ? "embedded" : "PostgreSQL") : `${STORE_PROBLEMS[state]}: ${NOT_TAKEN}`,
  }
}

export function chainPart(state: ChainState, mode: Health["mode"], nowMs: number): Part {
  const { blockNumber, headMs, error } = state
  const common = { ...NO_TIMESTAMPS, name: "chain", kind: "chain", as_of: timeOf(headMs) } as const
  const age_s = headMs === null ? null : Math.max(0, Math.round((nowMs - headMs) / 1_000))
  const problem = chainProblem(state, mode, nowMs)
  if (problem === null) return { ...common, age_s, status: "ok", detail: `block ${blockNumber ?? "unknown"}` }
  const { why, isDown } = problem
  const detail = isDown ? `${why}: ${NOT_TAKEN}` : why
  return { ...common, age_s, status: isDown ? "down" : "degraded", last_error: error, detail }
}

/** The node, or this machine's clock. A sandbox chain mines on demand, so the age of its head has no meaning. */
function chainProblem(
  { headMs, error }: ChainState,
  mode: Health["mode"],
  nowMs: number,
): { readonly why: string; readonly isDown: boolean } | null {
  if (error !== null) return { why: "the node does not answer", isDown: true }
  const lateMs = mode === "live" && headMs !== null ? nowMs - headMs : 0
  if (Math.abs(lateMs) <= HEAD_LATE_MS) return null
  const minutes = Math.floor(Math.abs(lateMs) / 60_000)
  const why =
    lateMs < 0
      ? `this machine's clock is ${minutes} min behind the chain`
      : `the node's newest block is ${minutes} min old, or this machine's clock is ahead`
  return { why, isDown: Math.abs(lateMs) > HEAD_DOWN_MS }
}

export function settlerPart(settler: Pick<Settler, "status">): Part {
  const status = settler.status()
  const { waiting, inFlight, lastSettledMs, lastFault, facilitator, gas, gasUse, stuckKeys = 0 } = status
  const problems = [
    ...(gas === undefined || gas.state === "ok" ? [] : [gasDetail(gas)]),
    ...(gasUse?.isExceeded ? ["refused payments use too much gas: new payers wait longer"] : []),
    ...(stuckKeys === 0 ? [] : [`${stuckKeys} of the accounts stuck`]),
  ]
  const isStopped = gas?.isPaused === true || facilitator?.isCircuitOpen === true
  return {
    ...NO_TIMESTAMPS,
    name: "settler",
    kind: "settler",
    status: isStopped ? "down" : waiting > MAX_WAITING || problems.length > 0 ? "degraded" : "ok",
    as_of: timeOf(lastSettledMs),
    source: facilitator?.host ?? null,
    last_error: lastFault === null ? null : "settlement",
    detail: [
      `${waiting} waiting, ${inFlight} in flight`,
      ...problems,
      ...(facilitator ? [facilitatorDetail(facilitator)] : []),
    ].join("; "),
  }
}

function gasDetail(gas: GasStatus): string {
  if (gas.state === "low") {
    const batches = gas.keys.reduce((sum, key) => sum + (key.batches ?? 0), 0)
    return `gas for ${batches} more batches`
  }
  if (gas.state !== "unprofitable") return `${gasProblem(gas)}: ${NOT_TAKEN}`
  return `${gasProblem(gas)}: payments below $${formatUsdc(usdc(gas.lowestPrice))} are not taken`
}

function facilitatorDetail({ isCircuitOpen, lastFault }: FacilitatorStatus): string {
  if (isCircuitOpen) return `${FACILITATOR_RESTS}: ${NOT_TAKEN}`
  return lastFault === null ? "by a facilitator" : "by a facilitator that failed last"
}

/** Databases and nodes that are away are often back within seconds. */
const RETRY_AFTER_S = 5

/** Why no payment is taken now because of database, node or clock, in the words of `/api/health`; `null`: they work. */
export function factsProblem(
  { store, chain }: PaymentFacts,
  { mode, nowMs }: { readonly mode: Health["mode"]; readonly nowMs: number },
): SalesPause | null {
  if (store !== null && store !== "ok") {
    return { part: "store", why: STORE_PROBLEMS[store], code: "data_unavailable", retryAfterS: RETRY_AFTER_S }
  }
  const problem = chain === null ? null : chainProblem(chain, mode, nowMs)
  if (problem?.isDown) {
    return { part: "chain", why: problem.why, code: "chain_unavailable", retryAfterS: RETRY_AFTER_S }
  }
  return null
}

export const NO_TIMESTAMPS = { as_of: null, age_s: null, source: null, last_error: null } as const

export function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
