import type { arenaContract } from "@/lib/api/arena"
import type { Params, ResponseOf } from "@/lib/api/contract"
import type { recordContract } from "@/lib/api/record"
import type { recordCallsContract } from "@/lib/api/record-calls"
import type { recordInputsContract } from "@/lib/api/record-inputs"
import type { statsContract } from "@/lib/api/stats"
import { isOver } from "@/lib/domain/clock"
import { COINS } from "@/lib/domain/market/coin"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { lastDecisionTime, SEAL_WINDOW_MS } from "@/lib/domain/track-record/sealed-signal"
import type { Store } from "@/lib/store/open-store"
import { getArena } from "@/lib/usecases/get-arena"
import { getRecord } from "@/lib/usecases/get-record"
import { getRecordCalls } from "@/lib/usecases/get-record-calls"
import { getRecordInputs } from "@/lib/usecases/get-record-inputs"
import { getStats } from "@/lib/usecases/get-stats"
import { atAge, type RecordPorts } from "@/lib/usecases/record-answer"
import { recordsOf } from "./record"
import { runtime } from "./runtime"
import { versionsAnswer } from "./versions"

/** Settled rows that an answer may be asked for, at most: the answer is computed once for every limit. */
const MOST_ROWS = 50
const MOST_ANSWERS = 200
const STATE_FOR_MS = 5_000

type Desk = {
  /** What every answer depends on, besides its parameters. */
  state: Promise<string> | null
  stateSinceMs: number
  readonly answers: Map<string, Promise<unknown>>
  queue: Promise<unknown>
}

const desks = new WeakMap<Store, Desk>()

export async function statsAnswer(params: Params<typeof statsContract>): Promise<ResponseOf<typeof statsContract>> {
  const ports = await recordPorts()
  return atAge(await remembered("stats", params, ports, () => getStats(params, ports)), ports.nowMs)
}

export async function arenaAnswer(params: Params<typeof arenaContract>): Promise<ResponseOf<typeof arenaContract>> {
  const { limit, ...question } = params
  const ports = await recordPorts()
  const [answer, { versions }] = await Promise.all([
    remembered("arena", question, ports, () => getArena({ ...question, limit: MOST_ROWS }, ports)),
    versionsAnswer(),
  ])
  return atAge({ ...answer, recently_settled: answer.recently_settled.slice(0, limit), versions }, ports.nowMs)
}

export async function recordAnswer(params: Params<typeof recordContract>): Promise<ResponseOf<typeof recordContract>> {
  return getRecord(params, await recordPorts())
}

export async function recordCallsAnswer(
  params: Params<typeof recordCallsContract>,
): Promise<ResponseOf<typeof recordCallsContract>> {
  return getRecordCalls(params, await recordPorts())
}

/** What a revealed call was made from, where the sources in use may be passed on. */
export async function recordInputsAnswer(
  params: Params<typeof recordInputsContract>,
): Promise<ResponseOf<typeof recordInputsContract>> {
  const { store, config } = await runtime()
  const mayPublish = config.mode === "sandbox" || config.sources.profile === "open"
  return getRecordInputs(params, { ...recordsOf(store), mayPublish, nowMs: Date.now() })
}

type Ports = RecordPorts & { readonly store: Store }

async function recordPorts(): Promise<Ports> {
  const { store, candles, config } = await runtime()
  return {
    ...recordsOf(store),
    store,
    candles,
    mode: config.mode,
    methodVersion: METHOD_VERSION,
    nowMs: Date.now(),
    pause: breath,
  }
}

/**
 * The answer computed once per question and state of the record, one at a time: each takes tens of milliseconds of
 * processor time per hundred days, and between two of them requests come first.
 */
async function remembered<T>(name: string, question: object, ports: Ports, compute: () => Promise<T>): Promise<T> {
  const desk = deskOf(ports.store)
  const state = await stateOf(desk, ports)
  const key = `${state} ${name} ${JSON.stringify(question)}`
  const known = desk.answers.get(key)
  // The key names the question's kind, so what it holds is that kind's answer.
  if (known !== undefined) return known as Promise<T>
  const answer = desk.queue.then(breath).then(compute)
  desk.queue = answer.catch(() => undefined)
  desk.answers.set(key, answer)
  answer.catch(() => desk.answers.delete(key))
  for (const oldest of [...desk.answers.keys()].slice(0, Math.max(0, desk.answers.size - MOST_ANSWERS))) {
    desk.answers.delete(oldest)
  }
  return answer
}

function deskOf(store: Store): Desk {
  const known = desks.get(store)
  if (known !== undefined) return known
  const desk: Desk = { state: null, stateSinceMs: 0, answers: new Map(), queue: Promise.resolve() }
  desks.set(store, desk)
  return desk
}

function stateOf(desk: Desk, ports: Ports): Promise<string> {
  if (desk.state !== null && !isOver({ sinceMs: desk.stateSinceMs, lengthMs: STATE_FOR_MS, nowMs: ports.nowMs }))
    return desk.state
  desk.stateSinceMs = ports.nowMs
  desk.state = readState(ports)
  desk.state.catch(() => {
    desk.state = null
  })
  return desk.state
}

async function readState({ sealed, outcomes, candles, nowMs }: Ports): Promise<string> {
  const [head, measured, ...days] = await Promise.all([
    sealed.head(),
    outcomes.list(),
    ...COINS.map((coin) => candles.candles(coin, "1d")),
  ])
  const newest = days.map((series) => series?.asOfMs ?? "none").join(" ")
  // A close reveals and ages records even when nothing new is sealed, and is missed when its time to be sealed is over.
  const closes = `${lastDecisionTime(nowMs)} ${lastDecisionTime(nowMs - SEAL_WINDOW_MS)}`
  return `${head?.hash ?? "none"} ${measured.length} ${newest} ${closes}`
}

function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
