import { describe, expect, test } from "vitest"
import { initialPanel, type PanelState } from "@/lib/client/panel/machine"
import { quoteFor } from "@/tools/testing/client/fixtures"
import { briefOf, briefOffer } from "./brief"

const btc = { id: "signal:BTC", title: "BTC signal", path: "/api/signal/BTC", price: "50000" }
const etf = { id: "market_etf?asset=ETH", title: "ETF flows", path: "/api/market/etf?asset=ETH", price: "20000" }

const quoted = (amount: string, items?: Readonly<Record<string, string>>): PanelState => ({
  ...initialPanel("70000"),
  quote: { kind: "ready", quote: { ...quoteFor(amount), ...(items && { items }) } },
})

test("a brief asks for the items of its panels and costs their sum", () => {
  const { id, path, price, parts } = briefOf([btc, etf])
  expect(id).toBe("brief:signal/BTC,market/etf?asset=ETH")
  expect(new URL(path, "http://any").searchParams.get("items")).toBe("signal/BTC,market/etf?asset=ETH")
  expect(price).toBe("70000")
  expect(parts?.map((part) => part.id)).toEqual(["signal:BTC", "market_etf?asset=ETH"])
})

describe("the offer of a brief", () => {
  test("sells all panels when its price is their sum", () => {
    expect(briefOffer(quoted("70000"), [btc, etf])).toEqual({
      kind: "now",
      price: "70000",
      sold: [btc, etf],
      leftOut: [],
    })
  })

  test("names items without data, with the price of the others", () => {
    const items = { "signal/BTC": "left out", "market/etf?asset=ETH": "0.02" }
    expect(briefOffer(quoted("20000", items), [btc, etf])).toEqual({
      kind: "now",
      price: "20000",
      sold: [etf],
      leftOut: [btc],
    })
  })

  test.each<[string, PanelState]>([
    ["a price that the panels do not explain", quoted("60000")],
    ["no price", { ...initialPanel("70000"), quote: { kind: "unavailable", message: "", atMs: 0 } }],
    ["other terms", { ...initialPanel("70000"), quote: { kind: "terms-mismatch", problem: "payee" } }],
  ])("with %s sells no panel", (_, state) => {
    expect(briefOffer(state, [btc, etf])).toEqual({ kind: "no" })
  })

  test("waits for the price and for a payment in progress", () => {
    expect(briefOffer(initialPanel("70000"), [btc, etf])).toEqual({ kind: "later" })
    const signing = { ...quoted("70000"), purchase: { kind: "signing", attemptId: "a" } } as const
    expect(briefOffer(signing, [btc, etf])).toEqual({ kind: "later" })
  })
})
