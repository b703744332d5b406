import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { CandlePlot, type PlotCandle } from "./candle-plot"

const HOUR_MS = 3_600_000
const candle = (hour: number, open: number, close: number): PlotCandle => ({
  openMs: hour * HOUR_MS,
  open,
  high: Math.max(open, close) + 1,
  low: Math.min(open, close) - 1,
  close,
  volume: hour + 1,
})
const base = {
  candles: [candle(0, 10, 12), candle(1, 12, 11)],
  lengthMs: HOUR_MS,
  axis: { low: 0, high: 20 },
  fromMs: 0,
  toMs: 4 * HOUR_MS,
  dayText: () => "20 Nov",
  days: [0],
}

type Props = Parameters<typeof CandlePlot>[0]
const htmlOf = (more: Partial<Props> = {}) => renderToStaticMarkup(createElement(CandlePlot, { ...base, ...more }))
const pathsOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<path class="${name}"[^>]* d="([^"]*)"`, "g"))].map(([, d]) => d)

test("all rising candles are one path, and all falling candles another", () => {
  const many = Array.from({ length: 200 }, (_, hour) => candle(hour, 10, hour % 2 === 0 ? 11 : 9))
  const html = htmlOf({ candles: many, toMs: 200 * HOUR_MS })
  expect(pathsOf(html, "candles-body")).toHaveLength(2)
  expect(html.match(/<path/g)?.length).toBeLessThan(12)
})

test("a candle is drawn at its time and prices", () => {
  const [up, down] = pathsOf(htmlOf(), "candles-wick")
  expect(up, "half an hour of four, from 13 to 9 of 20").toBe("M12.5 35V55")
  expect(down).toBe("M37.5 35V50")
})

test("a candle with equal open and close has a visible body", () => {
  const [body = ""] = pathsOf(htmlOf({ candles: [candle(0, 10, 10)] }), "candles-body")
  expect(body).toMatch(/^M3\.75 50H21\.25V50\.3/)
})

test("a range cone begins at the last close", () => {
  const cones = [{ atMs: 3 * HOUR_MS, low: 8, high: 14 }]
  expect(htmlOf({ cones })).toContain('d="M50 45L75 30L75 60Z"')
  expect(htmlOf({ cones, isBlurred: true })).toContain('data-blurred="true"')
})

test("a lean is drawn as a ring, and a call as a dot", () => {
  const call = { atMs: HOUR_MS, price: 10, side: "up" } as const
  const html = htmlOf({ calls: [{ ...call, isLean: true }] })
  expect(pathsOf(html, "candles-dot").every((d) => d === "")).toBe(true)
  expect(pathsOf(html, "candles-ring")[0]).toBe("M25 56h0.001")
  expect(pathsOf(htmlOf({ calls: [{ ...call, isLean: false }] }), "candles-dot")[0]).toBe("M25 56h0.001")
})

test("labels of near levels stand beside the plot, do not overlap, and are led to their lines", () => {
  const levels = [
    { name: "Stop", price: 10, tone: "stop", note: "30% in 7d" },
    { name: "Entry", price: 10.1, tone: "entry" },
  ] as const
  const html = htmlOf({ levels })
  const tops = [...html.matchAll(/inset-block-start:([\d.]+)%"[^>]*><b>(?:Stop|Entry)/g)].map(([, top]) => Number(top))
  expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeGreaterThanOrEqual(5)
  expect(html).toContain('title="30% in 7d"><b>Stop</b> $10.00')
  expect(pathsOf(html, "candles-level").slice(2)).toEqual([`M0 50L100 ${tops[0]}`, `M0 49.5L100 ${tops[1]}`])
  expect(html, "no price of the axis lies under a label").not.toContain(">$10.00</li>")
})

test("ranges of 95%, 80% and 50% are nested cones with line styles of their own", () => {
  const range50 = { low: 10, high: 12 }
  const range95 = { low: 6, high: 16 }
  const html = htmlOf({ cones: [{ atMs: 3 * HOUR_MS, low: 8, high: 14, range50, range95 }] })
  const cones = [...html.matchAll(/<path class="candles-cone" data-share="(\d+)" d="([^"]*)"/g)]
  expect(cones.map(([, share, d]) => [share, d])).toEqual([
    ["95", "M50 45L75 20L75 70Z"],
    ["80", "M50 45L75 30L75 60Z"],
    ["50", "M50 45L75 40L75 50Z"],
  ])
})
