import { randomUUID } from "node:crypto"
import { SpanKind } from "@opentelemetry/api"
import type { Logger } from "pino"
import { createClient } from "viem"
import { type RpcCallFacts, rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { createUsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Config } from "@/lib/server/config/env"
import { loadWarnings } from "@/lib/server/config/load"
import { createCandleFeed, type ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import { permitted, type SourceRights } from "@/lib/market/feeds/feed-ports"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { createSqlCandleStore } from "@/lib/market/feeds/sql-candle-store"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import { createSettlementCluster } from "@/lib/x402/ledger/settlement-cluster"
import { settledPayments } from "@/lib/x402/ledger/settled-payments"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { hostLimits } from "@/lib/outbound/host-rate-limits"
import { timerSleep } from "@/lib/outbound/ports"
import { createSourceClient, type SourceClient } from "@/lib/outbound/source-client"
import { userAgentOf } from "@/lib/outbound/user-agent"
import { createGasGuard, type GasGuard, type GasGuardOptions } from "@/lib/x402/gate/gas-guard"
import type { ChannelJob } from "@/lib/x402/sessions/channel-job"
import type { SettlementObserver, Settler } from "@/lib/x402/settlement/settler"
import { type PaymentGate, createPaymentService } from "@/lib/x402/payment-service"
import { paymentChallenges } from "@/lib/x402/wire/mpp"
import { offeredTerms, type PaymentTerms } from "@/lib/x402/wire/requirements"
import { signArtifacts, type SignedArtifacts } from "@/lib/x402/wire/signed-artifacts"
import type { Store } from "@/lib/store/open-store"
import { connectionFault } from "@/lib/store/postgres-store"
import { openChannel, openStore } from "@/lib/store/store-location"
import { acquireProcessLock } from "@/lib/store/process-lock"
import { joinDatabase } from "./join-database"
import { openAnchors } from "./anchors"
import { config } from "./config"
import { eventLog } from "./event-log"
import { buildFeeds, type Feeds } from "@/lib/market/feeds/all-feeds"
import { marketFetch } from "./market-fetch"
import type { AnchorJob } from "@/lib/record/anchor-job"
import { type SealingJob, startSealingJob } from "@/lib/record/sealing-job"
import { checkNodes } from "./check-chain-id"
import { type Scheduler, startScheduler } from "@/lib/market/feeds/scheduler"
import { createLogger } from "./logger"
import { countPayments, metrics } from "./metrics/metrics"
import { inSpan, traceGate, traceRpc, traceSettle } from "./tracing"
import { openSessions, sessionTerms } from "./sessions"
import { settlementOf } from "./settlement"
import { rightsSince } from "./rights-since"
import { openSalesGate, pauseOf, suspectOutage } from "./sales-gate"
import { singleton } from "@/lib/server/nextjs/singleton"

/** Everything that requests need, built once per process. */
export type Runtime = {
  readonly config: Config
  readonly store: Store
  readonly gate: PaymentGate
  readonly settler: Settler
  /** The lease for what this process has claimed; `null` where it is alone. */
  readonly claims: { readonly stop: () => Promise<void> } | null
  /** `null` while sessions are off. */
  readonly sessions: ChannelJob | null
  readonly http: SourceClient
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  readonly scheduler: Scheduler
  readonly sealingJob: SealingJob
  readonly anchorJob: AnchorJob
  /** Since when answers are sold with the present rights in the data. */
  readonly rightsSinceMs: number
  readonly log: Logger
}

const RPC_TIMEOUT_MS = 8_000
/** After a restart of the machine PostgreSQL can be later than this process. */
const DATABASE_START_TIMEOUT_MS = 30_000

/** The runtime of this process, built on first use. */
export function runtime(): Promise<Runtime> {
  return singleton("runtime", () => build(config()))
}

/** The payment terms of the next 402: without sessions while vouchers could not be claimed. Reads memory only. */
export function currentTerms(): PaymentTerms {
  const { job } = currentSessions()
  return offeredTerms(paymentTerms(), job?.limits.isOffered() ?? false)
}

function currentSessions(): { job: ChannelJob | null } {
  return singleton("sessions-in-use", () => ({ job: null }))
}

/** The payment terms of this service. They come from the configuration alone. */
export function paymentTerms(): PaymentTerms {
  return singleton("terms", () => {
    const { chain, payTo, origin, sessions, mppSecretKey } = config()
    const { network, networkV1, usdc } = chain
    const domain = { name: usdc.name, version: usdc.version }
    return {
      network,
      networkV1,
      asset: usdc.address,
      domain,
      payTo,
      origin,
      sessions: sessions && sessionTerms(sessions),
      ...(mppSecretKey !== null && { challenges: paymentChallenges(mppSecretKey, origin) }),
    }
  })
}

/** Writes JSON lines to standard error. Payment headers and keys are never logged. */
export function logger(): Logger {
  return singleton("log", () => createLogger())
}

async function build(settings: Config): Promise<Runtime> {
  const log = logger()
  const logEvent = eventLog(log)
  const onFault = (error: Error) => {
    logEvent(connectionFault(error), { err: error })
    suspectOutage()
  }
  for (const warning of loadWarnings()) logEvent("config_doubtful", { warning })
  await acquireProcessLock(settings)
  const store = await openStore(settings, onFault, { startTimeoutMs: DATABASE_START_TIMEOUT_MS })
  const channel = openChannel(settings, store, onFault)
  const http = buildSourceClient(settings)
  const candles = buildCandles(http, store, settings.sources)
  const feeds = buildFeeds({ http, clock: Date.now, store, ...settings.sources })
  const client = createClient({
    transport: rpcTransport({
      url: settings.chain.rpcUrls,
      timeoutMs: RPC_TIMEOUT_MS,
      log: logEvent,
      onCall: countRpc,
    }),
  })
  await checkNodes(settings, logEvent)
  const ledger = createSqlLedger(store)
  const claims = settings.databaseUrl === null ? null : await joinDatabase(settings, { store, ledger, log: logEvent })
  const chain = createUsdcChain({
    client,
    usdc: settings.chain.usdc.address,
    factories: settings.walletFactories,
    chainId: settings.chain.chainId,
  })
  const terms = paymentTerms()
  const guard = buildGuard(settings, {
    chain,
    candles,
    settledPayments: settledPayments(store, terms.network),
    log: logEvent,
  })
  const sessions = await openSessions(settings, { store, ledger, chain, client, terms, guard, log: logEvent })
  const anchoring = openAnchors(settings, { store, client, log: logEvent })
  const { gate, settler } = await createPaymentService({
    ledger,
    redeliveryStores: createRedeliveryStores(store),
    ...(channel && { cluster: createSettlementCluster(store, channel) }),
    chain,
    ...(await settlementOf(settings, { store, ledger, chain, client, terms, candles, log: logEvent })),
    chainId: settings.chain.chainId,
    guard,
    terms,
    redeliveryWindowMs: settings.redeliveryWindowMs,
    resendWindowMs: settings.resendWindowMs,
    pauseOf,
    confirmations: settings.transferConfirmations,
    ...(sessions && { payByChannel: sessions.payByChannel }),
    ...(anchoring.offer && { anchor: anchoring.offer }),
    clock: Date.now,
    sleep: timerSleep,
    warn: logEvent,
    observe: observeSettlements(),
    traceSettle,
  })
  openSalesGate({ store, settler, candles, feeds })
  currentSessions().job = sessions?.job ?? null
  const scheduler = startScheduler({ candles, feeds, store, log })
  const { replayMs } = settings.sandbox
  const sealingJob = startSealingJob({
    store,
    candles,
    series: createSeriesFeed(feeds),
    compared: feeds,
    log,
    replayMs,
    mayWrite: async () => {
      await anchoring.job.tried
      return anchoring.job.state().kind !== "contradicted"
    },
  })
  return {
    config: settings,
    store,
    gate: traceGate(countPayments(gate, metrics())),
    settler,
    claims,
    sessions: sessions?.job ?? null,
    http,
    candles,
    feeds,
    scheduler,
    sealingJob,
    anchorJob: anchoring.job,
    rightsSinceMs: await rightsSince(store, settings, Date.now()),
    log,
  }
}

/** One guard for payments and sessions, which both cost gas. */
function buildGuard({ settlement }: Config, { candles, ...ports }: GuardPorts): GasGuard {
  const { maxShare, maxRefusedShare } = settlement
  const profit = { maxShare, etherPriceUsd: () => candles.newestPrice("ETH") }
  return createGasGuard({ ...ports, profit, maxRefusedShare, clock: Date.now, sleep: timerSleep })
}

type GuardPorts = Pick<GasGuardOptions, "chain" | "log" | "settledPayments"> & {
  readonly candles: Pick<ManagedCandleFeed, "newestPrice">
}

function countRpc(call: RpcCallFacts): void {
  const { method, outcome, durationMs } = call
  const { rpcRequests, rpcSeconds } = metrics()
  rpcRequests.inc({ method, outcome })
  rpcSeconds.observe(durationMs / 1_000)
  if (outcome === "failed") suspectOutage()
  traceRpc(call)
}

function observeSettlements(): SettlementObserver {
  const { settlementSeconds, batchSize, gasPerPayment } = metrics()
  return {
    onOutcome({ kind }, durationMs) {
      if (kind === "settled") settlementSeconds.observe(durationMs / 1_000)
    },
    onMined({ payments, gasUsed }) {
      batchSize.observe(payments)
      gasPerPayment.observe(Number(gasUsed) / payments)
    },
  }
}

/** Counts the requests to data providers by host and status class. Their spans have no path: it can hold an API key. */
function countRequests(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    const attributes = { "server.address": host }
    try {
      const response = await inSpan(`provider ${host}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const answer = await ask(input, init)
        span.setAttribute("http.response.status_code", answer.status)
        return answer
      })
      metrics().providerRequests.inc({ host, outcome: `${Math.floor(response.status / 100)}xx` })
      return response
    } catch (cause) {
      metrics().providerRequests.inc({ host, outcome: "failed" })
      throw cause
    }
  }
}

function buildSourceClient(settings: Config): SourceClient {
  const clock = Date.now
  return createSourceClient({
    fetch: countRequests(marketFetch(settings, clock)),
    clock,
    sleep: timerSleep,
    random: Math.random,
    // Rate limits protect real providers only.
    limits: settings.market === "simulated" ? {} : hostLimits(settings.sources.keys),
    userAgent: userAgentOf(settings),
  })
}

function buildCandles(http: SourceClient, store: Store, rights: SourceRights): ManagedCandleFeed {
  const clock = Date.now
  return createCandleFeed({
    sources: permitted(rights, candleProviders({ http, clock })),
    clock,
    store: createSqlCandleStore(store),
    values: (name, parse) => createSqlValueStore(store, name, parse),
  })
}

/** Signs offers and receipts; `null` without RECEIPT_PRIVATE_KEY. */
export function signedArtifacts(): SignedArtifacts | null {
  return singleton("signed-artifacts", () => {
    const { receiptPrivateKey, receiptResponseHash } = config()
    return receiptPrivateKey === null ? null : signArtifacts(receiptPrivateKey, receiptResponseHash)
  })
}

/** A new nonce for a sign-in: 32 hexadecimal digits. */
export function newNonce(): string {
  return randomUUID().replaceAll("-", "")
}

/** A new request id, for `X-Request-Id` and the log. */
export function newRequestId(): string {
  return randomUUID()
}
