import type { arenaContract } from "@/lib/api/arena"
import type { Params, ResponseOf } from "@/lib/api/contract"
import type { recordContract } from "@/lib/api/record"
import { MAX_ANCHORS, type recordAnchorsContract } from "@/lib/api/record-anchors"
import type { recordCallsContract } from "@/lib/api/record-calls"
import type { recordInputsContract } from "@/lib/api/record-inputs"
import type { statsContract } from "@/lib/api/stats"
import { isoTime } from "@/lib/domain/utc-day"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { createRecordAnchors } from "@/lib/ledger/record-anchors"
import { cachedRecordAnswer, type StoredRecordPorts, yieldToRequests } from "@/lib/record/answer-cache"
import { recordsOf } from "@/lib/record/records"
import { getArena } from "@/lib/usecases/get-arena"
import { getRecord } from "@/lib/usecases/get-record"
import { getRecordCalls } from "@/lib/usecases/get-record-calls"
import { getRecordInputs } from "@/lib/usecases/get-record-inputs"
import { getStats } from "@/lib/usecases/get-stats"
import { atAge } from "@/lib/usecases/record-answer"
import { runtime } from "./runtime"
import { versionsAnswer } from "./versions"

/** The largest `limit` of the arena: one computation serves every limit. */
const MAX_ROWS = 50

export async function statsAnswer(params: Params<typeof statsContract>): Promise<ResponseOf<typeof statsContract>> {
  const ports = await recordPorts()
  return atAge(await cachedRecordAnswer("stats", params, ports, () => getStats(params, ports)), ports.nowMs)
}

export async function arenaAnswer(params: Params<typeof arenaContract>): Promise<ResponseOf<typeof arenaContract>> {
  const { limit, ...question } = params
  const ports = await recordPorts()
  const [answer, { versions }] = await Promise.all([
    cachedRecordAnswer("arena", question, ports, () => getArena({ ...question, limit: MAX_ROWS }, ports)),
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

/** The inputs of a revealed call, where the licences of the sources allow their publication. */
export async function recordInputsAnswer(
  params: Params<typeof recordInputsContract>,
): Promise<ResponseOf<typeof recordInputsContract>> {
  const { store, config } = await runtime()
  const mayPublish = config.market === "simulated" || config.sources.profile === "open"
  return getRecordInputs(params, { ...recordsOf(store), mayPublish, nowMs: Date.now() })
}

/** The transactions that carry heads of the sealed chain. */
export async function recordAnchorsAnswer(): Promise<ResponseOf<typeof recordAnchorsContract>> {
  const { store, config } = await runtime()
  const anchors = await createRecordAnchors(store).mined(MAX_ANCHORS)
  return {
    network: config.chain.network,
    anchors: anchors.map(({ head, transaction, blockNumber, minedMs }) => {
      return { head, transaction, block: blockNumber, seen_at: isoTime(minedMs) }
    }),
    timestamp: isoTime(Date.now()),
  }
}

async function recordPorts(): Promise<StoredRecordPorts> {
  const { store, candles, config } = await runtime()
  return {
    ...recordsOf(store),
    store,
    candles,
    mode: config.mode,
    methodVersion: METHOD_VERSION,
    nowMs: Date.now(),
    pause: yieldToRequests,
  }
}
