import pino from "pino"
import { vi } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import type { Clock, Sleep } from "@/lib/domain/clock"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { timerSleep } from "@/lib/outbound/ports"
import type { PublicPost } from "@/lib/outbound/public-post"
import { createSourceClient } from "@/lib/outbound/source-client"
import type { Settler } from "@/lib/x402/settlement/settler"
import type { AnchorJob } from "@/lib/record/anchor-job"
import type { PaymentGate } from "@/lib/x402/payment-service"
import type { Offer } from "@/lib/x402/wire/requirements"
import { buildFeeds, managedFeeds } from "@/lib/market/feeds/all-feeds"
import { createVerifySignIn } from "@/lib/x402/gate/verify-sign-in"
import { createSignIns } from "@/lib/x402/ledger/redelivery-stores"
import { paymentTerms, type Runtime } from "@/lib/server/runtime/runtime"
import { openSalesGate } from "@/lib/server/runtime/sales-gate"
import { type Faults, parseFaults } from "@/lib/sandbox/market/faults"
import { providerOf } from "@/lib/sandbox/market/providers"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { testMarket } from "@/tools/testing/feeds/test-market"

/** A longer wait that can be aborted is a deadline, which only a hanging request reaches. */
const DEADLINE_FROM_MS = 8_000

/** The runtime of the routes: the configuration of a sandbox, and a gate that takes every payment. */
const config = parseEnv({
  MODE: "sandbox",
  PUBLIC_ORIGIN: "https://signal402.example",
  RPC_URL: "http://127.0.0.1:9",
  PAY_TO: "0x00000000000000000000000000000000000Fee01",
  SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
  USDC_ADDRESS: "0x262Bf353678AD400921D1A7BB936090a579D1564",
})

export const NO_KEYS = { sosovalue: null, fred: null, coingecko: null }

const idleSettler: Settler = {
  settle: () => Promise.resolve({ kind: "unsent", cause: null }),
  recover: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  status: () => ({ account: config.payTo, waiting: 0, inFlight: 0, lastSettledMs: null, lastFault: null }),
}

/** Computes the requested answer without a charge. */
const openGate = (store: Runtime["store"]): PaymentGate => ({
  pay: ({ authorization }, offer, produce) => deliver(authorization.from, offer, produce),
  redeem: ({ payer }, offer, produce) => deliver(payer, offer, produce),
  redeliverBySignIn: () => Promise.resolve({ kind: "refused", reason: "siwx_nothing_bought" }),
  verifySignIn: (...signIn) =>
    createVerifySignIn({
      signIns: createSignIns(store),
      chain: { isValidSignature: () => Promise.resolve(false) },
      terms: paymentTerms(),
      clock: Date.now,
    })(...signIn),
})

/**
 * Puts the routes of this process on a fresh runtime: every feed over the simulated market at a fixed time, read once,
 * with `faults` from the first request on.
 *
 * The caller owns fake timers of `Date`.
 */
export async function openCatalogueHarness(nowMs: number, faults = ""): Promise<CatalogueHarness> {
  vi.setSystemTime(nowMs)
  const clock = Date.now
  const ask = cachingFetch(clock, parseFaults(faults))
  let isCutOff = false
  const http = createSourceClient({
    fetch: (...asked) => (isCutOff ? Promise.reject(new TypeError("fetch failed")) : ask(...asked)),
    clock,
    sleep,
    random: () => 0.5,
    userAgent: "signal402-test",
    // The clock stands still, so a request that waits for its turn would never be sent.
    limits: Object.fromEntries(Object.keys(providerOf).map((host) => [host, { burst: 1e6, perSecond: 1e6 }])),
  })
  const store = await openEmbeddedStore(":memory:")
  const ports = { http, clock }
  const sources = [createBinanceSource(ports), createCoinbaseSource(ports), createKrakenSource(ports)]
  const candles = createCandleFeed({ sources, clock })
  const feeds = buildFeeds({ http, clock, store, profile: "open", keys: NO_KEYS })
  await Promise.all([candles.refreshDue(), ...managedFeeds(feeds).map(([, feed]) => feed.refreshIfDue())])
  const enter = (its: Runtime["store"]) =>
    installRuntime({ store: its, gate: openGate(its), http, candles, feeds }, nowMs)
  enter(store)
  return {
    candles,
    feeds,
    failAllRequests: () => void (isCutOff = true),
    async restore() {
      vi.setSystemTime(nowMs)
      enter(await openEmbeddedStore(":memory:"))
    },
  }
}

export type CatalogueHarness = Pick<Runtime, "candles" | "feeds"> & {
  /** No provider answers any more. */
  readonly failAllRequests: () => void
  /** Restores the routes after a test: the first time, the feeds' values of that time, and an empty store. */
  readonly restore: () => Promise<void>
}

const idleAnchorJob: AnchorJob = {
  state: () => ({ kind: "unchecked" }),
  tried: Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** Puts the routes of this process on a runtime with a settler that has nothing to do. */
export function installRuntime(
  parts: Pick<Runtime, "store" | "gate" | "http" | "candles" | "feeds">,
  nowMs: number,
): void {
  const runtime: Partial<Runtime> = {
    config,
    settler: idleSettler,
    sessions: null,
    anchorJob: idleAnchorJob,
    rightsSinceMs: 0,
    ...parts,
  }
  const home: Record<symbol, unknown> = globalThis
  home[Symbol.for("signal402.log")] = pino({ level: "silent" })
  home[Symbol.for("signal402.config")] = config
  home[Symbol.for("signal402.alert-post")] = echo
  home[Symbol.for("signal402.chain-probe")] = () => Promise.resolve({ blockNumber: 1n, headMs: nowMs, error: null })
  home[Symbol.for("signal402.runtime")] = Promise.resolve(runtime)
  openSalesGate({ ...parts, settler: idleSettler })
}

/** The receivers of alerts: each consents to a challenge. */
const echo: PublicPost = (_, { headers }) =>
  Promise.resolve({ status: 200, text: headers["X-Signal402-Challenge"] ?? "", retryAfterMs: null })

const cachedAnswers = new Map<string, { readonly body: ArrayBuffer; readonly init: ResponseInit }>()

/** A healthy provider gives the same answer for the same time, so the answer is computed once for all walks. */
export function cachingFetch(clock: Clock, faults: Faults): typeof fetch {
  const ask = createSandboxFetch({ market: testMarket, clock, faults })
  return async (input, init) => {
    const request = new Request(input, init)
    const provider = providerOf[new URL(request.url).hostname]
    if (provider === undefined || faults.has(provider.name)) return ask(request)
    const key = `${clock()} ${request.url} ${await request.clone().text()}`
    const known = cachedAnswers.get(key)
    if (known !== undefined) return new Response(known.body, known.init)
    const answer = await ask(request)
    const { status, headers } = answer
    cachedAnswers.set(key, { body: await answer.clone().arrayBuffer(), init: { status, headers } })
    return answer
  }
}

/** The clock stands still, so a wait ends at once. */
const sleep: Sleep = (ms, signal) =>
  signal !== undefined && ms >= DEADLINE_FROM_MS ? timerSleep(ms, signal) : Promise.resolve()

async function deliver(
  payer: `0x${string}`,
  { contract: { price: amount } }: Offer,
  produce: Parameters<PaymentGate["pay"]>[2],
): ReturnType<PaymentGate["pay"]> {
  try {
    const transaction = `0x${"ab".repeat(32)}` as const
    const answer = await produce()
    return { kind: "delivered", answer, transaction, payer, amount, soldAtMs: Date.now(), redelivered: false }
  } catch (cause) {
    return { kind: "failed", cause }
  }
}
