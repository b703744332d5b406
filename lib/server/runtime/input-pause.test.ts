import { expect, test } from "vitest"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import { createInputPause } from "./input-pause"

type CandleStatus = ReturnType<Parameters<typeof createInputPause>[0]["candles"]["status"]>

test("an input is asked for until it was read, and never again", () => {
  let [asked, asOfMs]: [number, number | null] = [0, null]
  const status = () => {
    asked += 1
    return { series: [{ kind: "price", asOfMs }], sources: [{ name: "venue" }] } as unknown as CandleStatus
  }
  let revision = 0
  const news = { status: () => ({ isDisabled: false }), revision: () => revision }
  const options = { status: () => ({ isDisabled: true }), revision: () => 0 }
  const pauseOf = createInputPause({
    candles: { status },
    feeds: { news, options } as unknown as Feeds,
    hasSoldDay: () => true,
  })
  const whyNot = (...needs: readonly ("price" | "news" | "options")[]) =>
    pauseOf({ id: "signal", freshness: { needs } as never })?.why ?? null

  expect(whyNot("price")).toContain("not read yet")
  expect(whyNot("price")).toContain("not read yet")
  expect(asked).toBe(2)
  asOfMs = 1
  expect(whyNot("price", "news")).toContain("not read yet")
  revision = 1
  expect(whyNot("price", "news")).toBeNull()
  expect(whyNot("price", "news")).toBeNull()
  expect(asked).toBe(3)
  expect(whyNot("price", "options")).toContain("no provider")
  expect(whyNot("price", "options")).toContain("no provider")
})
