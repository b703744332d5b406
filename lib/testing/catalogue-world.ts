import pino from "pino"
import { vi } from "vitest"
import { parseEnv } from "@/lib/config/env"
import { createCandleFeed } from "@/lib/feeds/candle-feed"
import type { Gate } from "@/lib/payments/gate"
import type { Settler } from "@/lib/payments/settler"
import { buildFeeds, managed } from "@/lib/runtime/feeds"
import type { Runtime } from "@/lib/runtime/runtime"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createWorld } from "@/lib/sandbox/market/world"
import { createBinanceSource } from "@/lib/sources/binance/client"
import { createCoinbaseSource } from "@/lib/sources/coinbase/client"
import { type Sleep, timerSleep } from "@/lib/sources/http/ports"
import { createSourceClient } from "@/lib/sources/http/source-client"
import { createKrakenSource } from "@/lib/sources/kraken/client"
import { openEmbeddedStore } from "@/lib/store/open-store"

/** One world for every walk: its hours are computed once. */
const world = createWorld({ seed: 402 })

/** Waits from here on that can be called off are deadlines, which only a hanging request reaches. */
const DEADLINE_FROM_MS = 8_000

/** What the routes read: the configuration of a sandbox, and a gate that takes every payment. */
const config = parseEnv({
  MODE: "sandbox",
  PUBLIC_ORIGIN: "https://signal402.example",
  RPC_URL: "http://127.0.0.1:9",
  PAY_TO: "0x00000000000000000000000000000000000Fee01",
  SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
  USDC_ADDRESS: "0x262Bf353678AD400921D1A7BB936090a579D1564",
})

const NO_KEYS = { sosovalue: null, fred: null, coingecko: null }

const idleSettler: Settler = {
  settle: () => Promise.resolve({ kind: "unsent", cause: null }),
  recover: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  status: () => ({ account: config.payTo, waiting: 0, inFlight: 0, lastSettledMs: null, lastFault: null }),
}

/** Computes what was asked for and charges nobody. */
const openGate: Gate = {
  pay: (payment, _offer, produce) => deliver(payment.authorization.from, produce),
  redeem: (proof, _offer, produce) => deliver(proof.payer, produce),
}

/**
 * Puts the routes of this process on a fresh runtime: every feed over the simulated market at a fixed time, read once,
 * with `faults` from the first request on.
 *
 * The caller owns fake timers of `Date`.
 */
export async function enterCatalogueWorld(nowMs: number, faults = ""): Promise<void> {
  vi.setSystemTime(nowMs)
  const clock = Date.now
  const http = createSourceClient({
    fetch: createSandboxFetch({ world, clock, faults: parseFaults(faults) }),
    clock,
    sleep,
    random: () => 0.5,
    userAgent: "signal402-test",
  })
  const store = await openEmbeddedStore(":memory:")
  const ports = { http, clock }
  const sources = [createBinanceSource(ports), createCoinbaseSource(ports), createKrakenSource(ports)]
  const candles = createCandleFeed({ sources, clock })
  const feeds = buildFeeds({ http, clock, store, profile: "open", keys: NO_KEYS })
  await Promise.all([candles.refreshDue(), ...managed(feeds).map(([, feed]) => feed.refreshIfDue())])
  const runtime: Partial<Runtime> = { config, store, gate: openGate, settler: idleSettler, candles, feeds }
  const home: Record<symbol, unknown> = globalThis
  home[Symbol.for("signal402.log")] = pino({ level: "silent" })
  home[Symbol.for("signal402.config")] = config
  home[Symbol.for("signal402.runtime")] = Promise.resolve(runtime)
}

/** Time stands still: what would wait goes on at once. */
const sleep: Sleep = (ms, signal) =>
  signal !== undefined && ms >= DEADLINE_FROM_MS ? timerSleep(ms, signal) : Promise.resolve()

async function deliver(payer: `0x${string}`, produce: Parameters<Gate["pay"]>[2]): ReturnType<Gate["pay"]> {
  try {
    const transaction = `0x${"ab".repeat(32)}` as const
    return { kind: "delivered", answer: await produce(), transaction, payer, redelivered: false }
  } catch (cause) {
    return { kind: "failed", cause }
  }
}
