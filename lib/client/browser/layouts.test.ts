import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { memoryStorage } from "@/tools/testing/client/fixtures"
import { createLayouts, exportLayouts, keepLayouts, layoutOf, readLayouts } from "./layouts"

const preferences = { pinned: ["signal:BTC", "market_etf?asset=eth"], coin: "ETH", density: "compact" } as const

const watchlist = [
  { id: "kPEPE", isPinned: true },
  { id: "DOGE", isPinned: false },
]

const named = (name: string) => {
  const layout = layoutOf(name, preferences, watchlist)
  if (layout === null) throw new Error(`"${name}" is not a name.`)
  return layout
}

describe("named layouts", () => {
  test("are kept in this browser, one of each name", () => {
    const storage = memoryStorage()
    expect(keepLayouts(createLayouts(storage), [named("Morning"), named("Desk")])).toBeNull()
    expect(keepLayouts(createLayouts(storage), [{ ...named("Morning"), coin: "SOL" }])).toBeNull()
    expect(createLayouts(storage).get()).toEqual([named("Desk"), { ...named("Morning"), coin: "SOL" }])
  })

  test("are at most twenty, and a refused one changes nothing", () => {
    const store = createLayouts(memoryStorage())
    for (let index = 0; index < 20; index += 1) keepLayouts(store, [named(String(index))])
    expect(keepLayouts(store, [named("one more")])).toContain("At most 20")
    expect(store.get()).toHaveLength(20)
  })

  test("need a name", () => {
    expect(layoutOf("  ", preferences, [])).toBeNull()
    expect(layoutOf("x".repeat(41), preferences, [])).toBeNull()
  })

  test("that were exported are read back", () => {
    const layouts = [named("Morning"), named("Desk")]
    expect(readLayouts(exportLayouts(layouts))).toEqual({ layouts })
    const { watchlist: _, ...before } = named("Of before")
    expect(readLayouts(exportLayouts([before]))).toEqual({ layouts: [before] })
  })
})

describe("a file of layouts", () => {
  test.each([
    ["{", "The file is not JSON."],
    ["[]", /^The file: /],
    ['{"signal402Layouts": 2, "layouts": []}', /^signal402Layouts: /],
    [exportLayouts([{ ...named("a"), coin: "DOGE" as never }]), /^layouts\.0\.coin: /],
    [exportLayouts([{ ...named("a"), pinned: ["<script>"] }]), "layouts.0.pinned.0: must be the id of a panel."],
    [
      exportLayouts([{ ...named("a"), watchlist: [{ id: "<b>", isPinned: false }] }]),
      "layouts.0.watchlist.0.id: must be the symbol of a coin.",
    ],
  ])("is refused with the field that is wrong: %s", (text, problem) => {
    expect(readLayouts(text)).toEqual({ problem: expect.stringMatching(problem) as string })
  })

  test("of any content never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readLayouts(text)).toHaveProperty("problem")
      }),
    )
  })
})
