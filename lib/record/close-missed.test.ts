import { afterEach, beforeEach, expect, test } from "vitest"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import { DECISION_SPACING_MS, SEAL_WINDOW_MS } from "@/lib/domain/track-record/sealed-signal"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { failingSeries } from "@/tools/testing/engine/signal-market"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { sealedFacts, HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { recordsOf } from "./records"
import { writeRecord } from "./sealing-job"

const CLOSE_MS = HISTORY_START_MS + DECISION_SPACING_MS
const noCandles: CandleFeed = { candles: () => Promise.resolve(null), price: () => Promise.resolve(null) }

let store: Store
let missed: unknown[]
beforeEach(async () => {
  store = await openEmbeddedStore(":memory:")
  missed = []
})
afterEach(() => store.destroy())

/** One round at this time after the close, without any input. */
async function roundAt(afterMs: number): Promise<void> {
  const log = {
    info: () => undefined,
    warn: (facts: unknown, text?: string) => void missed.push([text, facts]),
    error: () => undefined,
  }
  await writeRecord({ store, candles: noCandles, series: failingSeries, log, replayMs: 0 }, () => CLOSE_MS + afterMs)
}

async function sealAt(decisionTimeMs: number): Promise<void> {
  const { sealed } = recordsOf(store)
  const facts = sealedFacts({ coin: "BTC", decisionTimeMs, sealedAtMs: decisionTimeMs + 1_000 })
  const prevHash = (await sealed.head())?.hash ?? GENESIS_HASH
  expect(await sealed.append(seal(facts, { nonce: "0".repeat(32), prevHash, sha256: testSha256 }))).toBe("appended")
}

test("a close that is not sealed within its hour is logged once, and a sealed close is not", async () => {
  await sealAt(HISTORY_START_MS)
  await sealAt(CLOSE_MS)
  await roundAt(SEAL_WINDOW_MS)
  expect(missed, "the hour has not passed").toEqual([])
  await roundAt(SEAL_WINDOW_MS + 1)
  await roundAt(SEAL_WINDOW_MS + 30_000)
  expect(missed).toEqual([
    ["close_missed", { id: "ETH-2026-01-01T04:00:00.000Z" }],
    ["close_missed", { id: "SOL-2026-01-01T04:00:00.000Z" }],
  ])
})

test("a service without sealed calls logs no missed close", async () => {
  await roundAt(SEAL_WINDOW_MS + 1)
  expect(missed).toEqual([])
})
