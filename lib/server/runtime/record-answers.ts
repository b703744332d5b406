import type { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import type { Params, ResponseOf } from "@/lib/api/contract"
import type { recordContract } from "@/lib/endpoints/record/contract"
import { MAX_ANCHORS, type recordAnchorsContract } from "@/lib/endpoints/record-anchors/contract"
import type { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import type { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import type { statsContract } from "@/lib/endpoints/stats/contract"
import { AppError } from "@/lib/domain/errors"
import type { RecordProof } from "@/lib/domain/track-record/proof"
import { isoTime } from "@/lib/domain/utc-day"
import type { Config } from "@/lib/server/config/env"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { createRecordAnchors } from "@/lib/x402/ledger/record-anchors"
import { cachedRecordAnswer, type StoredRecordPorts, yieldToRequests } from "@/lib/record/answer-cache"
import { recordsOf } from "@/lib/record/records"
import { getArena } from "@/lib/endpoints/arena-snapshot/answer"
import { getRecord } from "@/lib/endpoints/record/answer"
import { getRecordCalls } from "@/lib/endpoints/record-calls/answer"
import { getRecordInputs } from "@/lib/endpoints/record-inputs/answer"
import { getStats } from "@/lib/endpoints/stats/answer"
import { atAge } from "@/lib/usecases/record-answer"
import type { Store } from "@/lib/store/open-store"
import { settlingAccounts } from "./anchors"
import { runtime } from "./runtime"
import { versionsAnswer } from "./versions"

/** The largest `limit` of the arena: one computation serves every limit. */
const MAX_ROWS = 50

export async function statsAnswer(params: Params<typeof statsContract>): Promise<ResponseOf<typeof statsContract>> {
  const ports = await figurePorts()
  return atAge(await cachedRecordAnswer("stats", params, ports, () => getStats(params, ports)), ports.nowMs)
}

export async function arenaAnswer(params: Params<typeof arenaContract>): Promise<ResponseOf<typeof arenaContract>> {
  const { limit, ...question } = params
  const ports = await figurePorts()
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
  return getRecordCalls(params, await figurePorts())
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
  const anchors = createRecordAnchors(store)
  const [mined, earlier] = await Promise.all([anchors.mined(MAX_ANCHORS + 1), anchors.signers()])
  return {
    network: config.chain.network,
    asset: config.chain.usdc.address,
    pay_to: config.payTo,
    senders: [...new Set([...settlingAccounts(config), ...earlier])],
    anchors: mined.slice(0, MAX_ANCHORS).map(({ head, link, transaction, blockNumber, minedMs }) => {
      return { head, link, transaction, block: blockNumber, seen_at: isoTime(minedMs) }
    }),
    has_more: mined.length > MAX_ANCHORS,
    timestamp: isoTime(Date.now()),
  }
}

async function recordPorts(): Promise<StoredRecordPorts> {
  const { store, candles, config, anchorJob } = await runtime()
  const state = anchorJob.state()
  return {
    ...recordsOf(store),
    store,
    proof: () => recordProof(store, config, state.kind === "agrees" ? state.checkedMs : null),
    candles,
    mode: config.mode,
    methodVersion: METHOD_VERSION,
    nowMs: Date.now(),
    pause: yieldToRequests,
  }
}

async function recordProof(store: Store, config: Config, checkedMs: number | null): Promise<RecordProof> {
  const anchors = createRecordAnchors(store)
  const [mined, acceptances] = await Promise.all([anchors.confirmed(), anchors.acceptances()])
  return {
    network: config.chain.network,
    isPublic: config.mode === "live",
    checkedMs,
    anchors: mined,
    acceptances,
  }
}

/**
 * For figures. The records themselves stay readable, so that anybody can see the contradiction.
 *
 * @throws {RecordContradictedError}
 */
async function figurePorts(): Promise<StoredRecordPorts> {
  const { anchorJob } = await runtime()
  const state = anchorJob.state()
  if (state.kind === "contradicted") throw new RecordContradictedError(state.anchor.transaction)
  return recordPorts()
}

class RecordContradictedError extends AppError {
  override readonly name = "RecordContradictedError"
  readonly code = "data_unavailable"

  constructor(transaction: string) {
    super(
      `The sealed record does not have the head that transaction ${transaction} of this service anchored on the chain: it was ` +
        "changed, or an older copy was restored. Its figures are not shown until the operator has explained it.",
      { details: { transaction } },
    )
  }
}
