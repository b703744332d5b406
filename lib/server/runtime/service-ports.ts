import type { ServicePorts } from "@/lib/endpoints/ports"
import { AppError } from "@/lib/domain/errors"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import type { RecordProof } from "@/lib/domain/track-record/proof"
import { cachedRecordAnswer, yieldToRequests } from "@/lib/record/answer-cache"
import { recordsOf } from "@/lib/record/records"
import type { Config } from "@/lib/server/config/env"
import type { Store } from "@/lib/store/open-store"
import { createRecordAnchors } from "@/lib/x402/ledger/record-anchors"
import { soldBefore } from "@/lib/x402/ledger/sold-before"
import { settlingAccounts } from "./anchors"
import { health, statusHistory } from "./health"
import { marketPorts } from "./market-ports"
import { rightsOf } from "./rights"
import { runtime, type Runtime } from "./runtime"
import { paymentsState, undeliverable } from "./sales-gate"
import { versionsAnswer } from "./versions"

/** The ports of every free answer. */
export async function servicePorts(): Promise<ServicePorts> {
  const service = await runtime()
  const { store, config, anchorJob, rightsSinceMs } = service
  const { network, usdc } = config.chain
  const market = await marketPorts(service)
  const record = recordPorts(service, market.nowMs)
  const anchors = createRecordAnchors(store)
  return {
    ...market,
    deployment: {
      mode: config.mode,
      market: config.market,
      origin: config.origin,
      network,
      payments: paymentsState(),
      notSold: undeliverable(),
    },
    record,
    async figures() {
      const state = anchorJob.state()
      // The records themselves stay readable, so that anybody can see the contradiction.
      if (state.kind === "contradicted") throw new RecordContradictedError(state.anchor.transaction)
      return record
    },
    anchors: {
      network,
      asset: usdc.address,
      payTo: config.payTo,
      mined: (limit) => anchors.mined(limit),
      senders: async () => [...new Set([...settlingAccounts(config), ...(await anchors.signers())])],
    },
    health,
    statusHistory,
    versions: versionsAnswer,
    async soldBefore(requests, beforeMs) {
      const sold = await soldBefore(store, requests, beforeMs)
      return sold !== null && sold.soldAtMs >= rightsSinceMs ? sold : null
    },
  }
}

function recordPorts({ store, candles, config, anchorJob }: Runtime, nowMs: number): ServicePorts["record"] {
  const state = anchorJob.state()
  const ports = {
    ...recordsOf(store),
    store,
    proof: () => recordProof(store, config, state.kind === "agrees" ? state.checkedMs : null),
    candles,
    mode: config.mode,
    methodVersion: METHOD_VERSION,
    maySell: rightsOf(config),
    nowMs,
    pause: yieldToRequests,
  }
  return { ...ports, cached: (name, question, compute) => cachedRecordAnswer(name, question, ports, compute) }
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
