import { describe, expect, test } from "vitest"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import { verifyChain } from "@/lib/domain/track-record/chain-check"
import { publish } from "@/lib/domain/track-record/export-record"
import type { SealedInputStore, SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import { testSha256 } from "./sealed-store"
import { sealedFacts, sealedHistory, HISTORY_START_MS } from "./sealed-history"

/** Tests that every sealed store must pass, in memory or on a database. `open` returns empty stores. */
export function sealedStoreSuite(
  name: string,
  open: () => Promise<{
    readonly sealed: SealedStore
    readonly outcomes: OutcomeStore
    readonly inputs: SealedInputStore
  }>,
): void {
  const history = sealedHistory({ days: 2, seed: 21 })
  const [first, second] = history.records
  if (first === undefined || second === undefined) throw new Error("the history has records")

  describe(name, () => {
    test("an empty store has no head and an empty chain", async () => {
      const { sealed, outcomes } = await open()
      expect([await sealed.head(), await sealed.find(first.facts.id)]).toEqual([null, null])
      expect([await sealed.list(), await outcomes.list()]).toEqual([[], []])
      expect(await sealed.latest("BTC", history.endMs)).toBeNull()
    })

    test("a stored chain is read unchanged and verifies", async () => {
      const { sealed } = await open()
      for (const record of history.records) expect(await sealed.append(record)).toBe("appended")
      expect(await sealed.list()).toEqual(history.records)
      expect(await sealed.head()).toEqual(history.records.at(-1))
      expect(await sealed.find(second.facts.id)).toEqual(second)
      const published = (await sealed.list()).map((record) => publish(record, history.endMs))
      expect(verifyChain(published, testSha256).valid).toBe(true)
    })

    test("inputs are read by their hash, also when they were stored repeatedly", async () => {
      const { inputs } = await open()
      const long = JSON.stringify(Array.from({ length: 900 }, (_, i) => ({ openTimeMs: i, closeUsd: i / 7 })))
      await inputs.keep(
        new Map([
          ["a", "[1]"],
          ["b", long],
        ]),
      )
      await inputs.keep(
        new Map([
          ["b", long],
          ["c", "[]"],
        ]),
      )
      expect(await inputs.read(["a", "b", "c", "d"])).toEqual(
        new Map([
          ["a", "[1]"],
          ["b", long],
          ["c", "[]"],
        ]),
      )
      expect(await inputs.read([])).toEqual(new Map())
    })

    test("latest() finds the newest record of a coin before a time", async () => {
      const { sealed } = await open()
      for (const record of history.records) await sealed.append(record)
      const afterTwo = HISTORY_START_MS + 5 * 3_600_000
      expect((await sealed.latest("ETH", afterTwo))?.facts.id).toBe("ETH-2026-01-01T04:00:00.000Z")
      expect(await sealed.latest("ETH", HISTORY_START_MS)).toBeNull()
    })

    test("a known id, a fork and a record without its predecessor are refused", async () => {
      const { sealed } = await open()
      expect(await sealed.append(second)).toBe("conflict")
      expect(await sealed.append(first)).toBe("appended")
      expect(await sealed.append(first)).toBe("conflict")
      const facts = sealedFacts({ coin: "SOL", decisionTimeMs: HISTORY_START_MS })
      const fork = seal(facts, { nonce: "0".repeat(32), prevHash: GENESIS_HASH, sha256: testSha256 })
      expect(await sealed.append(fork)).toBe("conflict")
      expect(await sealed.list()).toEqual([first])
    })

    test("of two concurrent writers at one head one appends", async () => {
      const { sealed } = await open()
      const writers = (["BTC", "ETH"] as const).map((coin) =>
        sealed.append(
          seal(sealedFacts({ coin, decisionTimeMs: HISTORY_START_MS }), {
            nonce: "0".repeat(32),
            prevHash: GENESIS_HASH,
            sha256: testSha256,
          }),
        ),
      )
      expect((await Promise.all(writers)).toSorted()).toEqual(["appended", "conflict"])
    })

    test("a stored outcome is not overwritten", async () => {
      const { outcomes } = await open()
      const [outcome] = history.outcomes
      if (outcome === undefined) throw new Error("the history has outcomes")
      await outcomes.add([outcome])
      await outcomes.add([{ ...outcome, exitPriceUsd: 1 }])
      expect(await outcomes.list()).toEqual([outcome])
    })
  })
}
