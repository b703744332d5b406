import { describe, expect, test } from "vitest"
import { parseCsv } from "./csv"
import { toHistory } from "./candles"
import { yearFolds } from "./fold"
import { linePlot, reliabilityPlot } from "./plots"
import { NO_SERIES, withSeries } from "./series"

describe("data files", () => {
  test("candles are read in order of time", () => {
    const csv = parseCsv("BTC.csv", "open_time_ms,open,high,low,close,volume_base\n3600000,2,4,1,3,5\n0,1,2,1,2,7\n")
    expect(toHistory(csv).hours.map(({ openTimeMs, closeUsd }) => [openTimeMs, closeUsd])).toEqual([
      [0, 2],
      [3_600_000, 3],
    ])
  })

  test("a cell that is no number is named by its line", () => {
    const csv = parseCsv("BTC.csv", "open_time_ms,open,high,low,close,volume_base\n0,1,2,1,x,7\n")
    expect(() => toHistory(csv)).toThrow("BTC.csv has no number in line 2.")
    expect(() => toHistory(parseCsv("BTC.csv", "date,x\n1,2"))).toThrow('has no column "open_time_ms"')
    expect(() => parseCsv("empty.csv", "")).toThrow("empty.csv is empty.")
  })

  test.each([
    ["fng.csv", "date,fng\n2024-01-01,65\n", "fearGreed", [{ atMs: Date.UTC(2024, 0, 1), index: 65 }]],
    ["dxy.csv", "date,dxy\n2024-01-01,101.5\n2024-01-02,\n", "dxy", [{ atMs: Date.UTC(2024, 0, 1), value: 101.5 }]],
    ["spx.csv", "observation_date,SP500\n2024-01-02,4700\n", "spx", [{ atMs: Date.UTC(2024, 0, 2), value: 4700 }]],
    ["cboe_vix.csv", "DATE,OPEN,CLOSE\n2024-01-02,1,13.2\n", "vix", [{ atMs: Date.UTC(2024, 0, 2), value: 13.2 }]],
  ] as const)("%s is told by its columns", (file, text, name, points) => {
    expect(withSeries(NO_SERIES, parseCsv(file, text), null)?.[name]).toEqual(points)
  })

  test("funding is in percent, and a holiday of the funds is no day without flows", () => {
    const funding = withSeries(NO_SERIES, parseCsv("x", "funding_time_ms,funding_rate\n8,0.0001\n"), "ETH")
    expect(funding?.funding.ETH).toEqual([{ atMs: 8, fundingPctPer8h: 0.01 }])
    const flows = withSeries(NO_SERIES, parseCsv("x", "date,A,Total\n2024-01-12,1.5,1.5\n2024-01-15,,0.0\n"), "BTC")
    expect(flows?.etfFlows.BTC?.map(({ totalUsdM }) => totalUsdM)).toEqual([1.5])
  })

  test("an unknown table is refused", () => {
    expect(withSeries(NO_SERIES, parseCsv("x", "a,b\n1,2\n"), "BTC")).toBeNull()
  })
})

test("folds are whole years that end with the data, and share no moment", () => {
  const folds = yearFolds(Date.UTC(2019, 0, 1), Date.UTC(2025, 6, 1))
  expect(folds).toHaveLength(6)
  expect(folds.at(-1)?.toMs).toBe(Date.UTC(2025, 6, 1))
  for (const [index, { fromMs }] of folds.entries()) if (index > 0) expect(fromMs).toBe(folds[index - 1]?.toMs)
})

test("plots are drawn within their frame, and say so when there is nothing to draw", () => {
  const plot = linePlot([
    {
      name: "signal",
      points: [
        [0, 1],
        [1, 8],
      ] as const,
    },
  ])
  expect(plot).toMatch(/^<svg.*<polyline.*signal ×8\.0.*<\/svg>$/s)
  expect(plot).not.toContain("NaN")
  expect(linePlot([])).toContain("Too short")
  expect(reliabilityPlot([])).toContain("Too few")
  const mark = reliabilityPlot([{ stated: 0.5, hit_rate: 0.52, n: 9, ci95: [0.4, 0.6] }])
  expect(mark).toContain("n 9")
  expect(mark).not.toContain("NaN")
})
