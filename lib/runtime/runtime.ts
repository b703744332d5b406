import { randomUUID } from "node:crypto"
import { join } from "node:path"
import pino, { type Logger } from "pino"
import { createClient } from "viem"
import { domainSeparator } from "@/lib/chain/authorization-digest"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { settlementAccount } from "@/lib/chain/settlement-account"
import { createUsdcChain } from "@/lib/chain/usdc-chain"
import type { Config } from "@/lib/config/env"
import { createCandleFeed, type ManagedCandleFeed } from "@/lib/feeds/candle-feed"
import { createSqlCandleStore } from "@/lib/feeds/sql-candle-store"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { createChainSettler } from "@/lib/payments/chain-settler"
import { createGate, type Gate } from "@/lib/payments/gate"
import type { PaymentTerms } from "@/lib/payments/requirements"
import type { Settler } from "@/lib/payments/settler"
import { createBinanceSource } from "@/lib/sources/binance/client"
import { createCoinbaseSource } from "@/lib/sources/coinbase/client"
import { timerSleep } from "@/lib/sources/http/ports"
import { createSourceClient, type SourceClient } from "@/lib/sources/http/source-client"
import { createKrakenSource } from "@/lib/sources/kraken/client"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { config } from "./config"
import { buildFeeds, managed, type Feeds } from "./feeds"
import { marketFetch } from "./market-fetch"
import { singleton } from "./singleton"

/** Everything that a request needs, built once per process. */
export type Runtime = {
  readonly config: Config
  readonly store: Store
  readonly gate: Gate
  readonly settler: Settler
  readonly candles: ManagedCandleFeed
  readonly feeds: Feeds
  readonly log: Logger
}

const RPC_TIMEOUT_MS = 8_000
const SETTLEMENT_WAIT_MS = 20_000
const MAX_FEE_PER_GAS = 5_000_000_000n
const FEED_TICK_MS = 2_000

/** The runtime of this process, built on first use. */
export function runtime(): Promise<Runtime> {
  return singleton("runtime", () => build(config()))
}

/** Where payments go, by configuration alone: a 402 needs nothing else. */
export function paymentTerms(): PaymentTerms {
  return singleton("terms", () => {
    const { chain, payTo, origin } = config()
    const { address: asset, name, version } = chain.usdc
    return { network: chain.network, networkV1: chain.networkV1, asset, domain: { name, version }, payTo, origin }
  })
}

/** Logs are JSON lines on standard error. Payment headers and keys are never among the facts. */
export function logger(): Logger {
  return singleton("log", () => pino({ name: "signal402" }, pino.destination(2)))
}

async function build(settings: Config): Promise<Runtime> {
  const log = logger()
  const store = await openEmbeddedStore(join(settings.dataDir, `${settings.mode}.db`))
  const http = buildSourceClient(settings)
  const candles = buildCandles(http, store)
  const keys = { sosovalue: null, ...settings.sourceKeys }
  const feeds = buildFeeds({ http, clock: Date.now, store, profile: "open", keys })
  const { gate, settler } = await buildPayments(settings, store, log)
  const refresh = () => {
    void candles.refreshDue()
    for (const [, feed] of managed(feeds)) void feed.refreshIfDue()
  }
  setInterval(refresh, FEED_TICK_MS).unref()
  refresh()
  return { config: settings, store, gate, settler, candles, feeds, log }
}

function buildSourceClient(settings: Config): SourceClient {
  const clock = Date.now
  const contact = settings.contact === null ? "" : `; ${settings.contact}`
  return createSourceClient({
    fetch: marketFetch(settings, clock),
    clock,
    sleep: timerSleep,
    random: Math.random,
    // Limits spare the providers; simulated ones need no sparing.
    ...(settings.mode === "sandbox" && { limits: {} }),
    userAgent: `signal402/1.0 (+${settings.origin}${contact})`,
  })
}

function buildCandles(http: SourceClient, store: Store): ManagedCandleFeed {
  const clock = Date.now
  const ports = { http, clock }
  const sources = [createBinanceSource(ports), createCoinbaseSource(ports), createKrakenSource(ports)]
  return createCandleFeed({ sources, clock, store: createSqlCandleStore(store) })
}

async function buildPayments(settings: Config, store: Store, log: Logger) {
  const { chain: network, settlerPrivateKey, redeliveryWindowMs } = settings
  const clock = Date.now
  const ledger = createSqlLedger(store)
  const client = createClient({ transport: rpcTransport({ url: network.rpcUrl, timeoutMs: RPC_TIMEOUT_MS }) })
  const chain = createUsdcChain({ client, usdc: network.usdc.address })
  const settler = createChainSettler({
    ledger,
    chain,
    account: settlementAccount(settlerPrivateKey),
    chainId: network.chainId,
    clock,
    sleep: timerSleep,
    maxFeePerGas: MAX_FEE_PER_GAS,
    waitMs: SETTLEMENT_WAIT_MS,
    log: (event, facts) => log.warn({ event, ...facts }, event),
  })
  // This process is the only one on an embedded database: whatever was claimed before it started is abandoned.
  await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, clock())
  void settler.recover().catch((error: unknown) => log.error({ err: error }, "settler_recovery_failed"))
  const gate = createGate({
    ledger,
    chain,
    settler,
    terms: paymentTerms(),
    domainSeparator: domainSeparator({
      ...paymentTerms().domain,
      chainId: network.chainId,
      verifyingContract: network.usdc.address,
    }),
    clock,
    sleep: timerSleep,
    redeliveryWindowMs,
    confirmations: settings.transferConfirmations,
  })
  return { gate, settler }
}

/** A fresh request id, for the answer's `X-Request-Id` and the log. */
export function newRequestId(): string {
  return randomUUID()
}
