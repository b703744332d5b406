import { describe, expect, test } from "vitest"
import { marketPerpetualsContract } from "@/lib/endpoints/market-perpetuals/contract"
import { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import { memoryStorage } from "@/tools/testing/client/fixtures"
import { defaultWatched, type Perpetuals, sortedRows, watchRows } from "./watch-rows"
import { addWatched, createWatchlist, moveWatched, removeWatched, togglePinned, type Watched } from "./watchlist"

const NOW_MS = Date.parse("2026-11-20T12:03:30.000Z")
const prices = marketPricesContract.response.parse(marketPricesContract.example)
const listed = (
  ...rows: readonly (readonly [symbol: string, changePct: number | null, volumeUsd: number])[]
): Perpetuals =>
  marketPerpetualsContract.response.parse({
    ...marketPerpetualsContract.example,
    perpetuals: rows.map(([symbol, change_24h_pct, volume_24h_usd]) => ({
      symbol,
      price: 2,
      change_24h_pct,
      volume_24h_usd,
    })),
  })
const watched = (...ids: readonly string[]): readonly Watched[] => ids.map((id) => ({ id, isPinned: false }))
const ids = (list: readonly Watched[]) => list.map(({ id }) => id).join(" ")

describe("the list", () => {
  test("is kept in this browser; what is no symbol is skipped", () => {
    const storage = memoryStorage()
    createWatchlist(storage).update(() => [...watched("DOGE", "kPEPE"), { id: "<b>", isPinned: true }])
    expect(createWatchlist(storage).get()).toEqual(watched("DOGE", "kPEPE"))
  })

  test("takes each coin once, and at most sixty", () => {
    expect(ids(addWatched(watched("A"), "A"))).toBe("A")
    const full = watched(...Array.from({ length: 60 }, (_, index) => `C${index}`))
    expect(addWatched(full, "A")).toBe(full)
  })

  test("moves a coin among those that are pinned like it, as they are shown", () => {
    const list = togglePinned(watched("A", "B", "C", "D"), "C")
    expect(ids(moveWatched(list, "B", -1))).toBe("C B A D")
    expect(moveWatched(list, "A", -1), "above it is a pinned one").toBe(list)
    expect(moveWatched(list, "C", 1), "below it is one that is not pinned").toBe(list)
    expect(moveWatched(list, "D", 1), "the last one").toBe(list)
    expect(ids(removeWatched(list, "B"))).toBe("A C D")
  })
})

describe("the rows", () => {
  test("without a list are the coins that are traded most, with those that have a page", () => {
    const many = listed(...Array.from({ length: 30 }, (_, index) => [`C${index}`, 0, 100 - index] as const))
    const shown = defaultWatched(many)
    expect(shown).toHaveLength(20)
    expect(ids(shown)).toMatch(/^BTC ETH SOL C0 .* C16$/)
  })

  test("name source and time; a coin with a page has the price of the strip", () => {
    const perpetuals = listed(["BTC", 9, 50], ["DOGE", -1, 40])
    const rows = watchRows(watched("BTC", "DOGE"), { perpetuals, prices, nowMs: NOW_MS })
    expect(rows).toMatchObject([
      { symbol: "BTC", hasPage: true, priceUsd: 96_389.1, source: "kraken", volumeUsd: 50, state: "current" },
      { symbol: "DOGE", hasPage: false, priceUsd: 2, source: "hyperliquid perp", changePct: -1, state: "current" },
    ])
  })

  test("are stale after two minutes; a coin that is not listed is gone, and nothing is known before the first answer", () => {
    const perpetuals = listed(["DOGE", -1, 40])
    const list = watched("DOGE", "OLD")
    const states = (given: Partial<Parameters<typeof watchRows>[1]>) =>
      watchRows(list, { perpetuals, prices, nowMs: NOW_MS, ...given }).map(({ state }) => state)
    expect(states({})).toEqual(["current", "gone"])
    expect(states({ nowMs: NOW_MS + 120_000 })).toEqual(["stale", "gone"])
    expect(states({ perpetuals: null })).toEqual(["unknown", "unknown"])
    expect(states({ perpetuals: listed() })).toEqual(["unknown", "unknown"])
  })

  test("are sorted with pinned ones first and unknown values last", () => {
    const perpetuals = listed(["A", 1, 10], ["B", null, 30], ["C", -3, 20], ["P", 0, 1])
    const list = togglePinned(watched("OLD", "B", "A", "C", "P"), "P")
    const rows = watchRows(list, { perpetuals, prices: null, nowMs: NOW_MS })
    const order = (by: Parameters<typeof sortedRows>[1]) =>
      sortedRows(rows, by)
        .map(({ symbol }) => symbol)
        .join(" ")
    expect(order("My order")).toBe("P OLD B A C")
    expect(order("Gainers")).toBe("P A C OLD B")
    expect(order("Losers")).toBe("P C A OLD B")
    expect(order("Volume")).toBe("P B C A OLD")
    expect(order("Name")).toBe("P A B C OLD")
  })
})
