import { describe, expect, test } from "vitest"
import { parseCsv } from "./csv"
import { toHistory } from "./candles"
import { yearFolds } from "./fold"
import { linePlot, reliabilityPlot } from "./plots"
import { NO_SERIES, withSeries } from "./series"

describe("data files", () => {
  const candles = (rows: string, file = "BTC.csv") =>
    parseCsv(file, `open_time_ms,open,high,low,close,volume_base\n${rows}`)
  const closes = ({ hours }: ReturnType<typeof toHistory>) =>
    hours.map(({ openTimeMs, closeUsd }) => [openTimeMs, closeUsd])

  test("candles are sorted by time, and the byte order mark of spreadsheets is ignored", () => {
    const csv = parseCsv(
      "BTC.csv",
      "\uFEFFopen_time_ms,open,high,low,close,volume_base\r\n3600000,2,4,1,3,5\r\n0,1,2,1,2,7",
    )
    expect(closes(toHistory([csv]))).toEqual([
      [0, 2],
      [3_600_000, 3],
    ])
  })

  test("the files of one coin are merged, and an hour in both files counts once", () => {
    const { hours, fourHours } = toHistory([
      candles("0,1,2,1,2,7\n3600000,2,4,1,3,5\n"),
      candles("3600000,2,4,1,3,5\n7200000,3,3,3,3,1\n10800000,3,3,3,3,1\n"),
    ])
    expect(hours).toHaveLength(4)
    expect(fourHours.map(({ volumeBase }) => volumeBase)).toEqual([14])
  })

  test.each([
    ["a cell that is not a number", "0,1,2,1,x,7", "BTC.csv has no number in line 3."],
    ["an empty cell", "0,1,2,1,,7", "BTC.csv has no number in line 3."],
    [
      "a price of zero",
      "0,1,2,0,1,7",
      "BTC.csv has prices that are not positive or outside of low and high in line 3.",
    ],
    ["a close above the high", "0,1,2,1,3,7", "outside of low and high in line 3."],
    [
      "a time in seconds",
      "1514764801,1,2,1,2,7",
      "BTC.csv has a time that is not the start of an hour in milliseconds in line 3.",
    ],
    ["a negative volume", "0,1,2,1,2,-7", "BTC.csv has a negative volume in line 3."],
  ])("the error for %s names the line", (_, row, message) => {
    expect(() => toHistory([candles(`3600000,2,4,1,3,5\n${row}`)])).toThrow(message)
  })

  test("a file without a required column or without rows is rejected", () => {
    expect(() => toHistory([parseCsv("BTC.csv", "date,x\n1,2")])).toThrow('has no column "open_time_ms"')
    expect(() => parseCsv("empty.csv", "")).toThrow("empty.csv is empty.")
  })

  test.each([
    ["fng.csv", "date,fng\n2024-01-01,65\n", "fearGreed", [{ atMs: Date.UTC(2024, 0, 1), index: 65 }]],
    ["dxy.csv", "date,dxy\n2024-01-01,101.5\n2024-01-02,\n", "dxy", [{ atMs: Date.UTC(2024, 0, 1), value: 101.5 }]],
    ["spx.csv", "observation_date,SP500\n2024-01-02,4700\n", "spx", [{ atMs: Date.UTC(2024, 0, 2), value: 4700 }]],
    ["cboe_vix.csv", "DATE,OPEN,CLOSE\n2024-01-02,1,13.2\n", "vix", [{ atMs: Date.UTC(2024, 0, 2), value: 13.2 }]],
  ] as const)("the series in %s is recognised by its columns", (file, text, name, points) => {
    expect(withSeries(NO_SERIES, parseCsv(file, text), null)?.[name]).toEqual(points)
  })

  test("funding rates become percent, and a day without fund reports has no ETF flow", () => {
    const funding = withSeries(NO_SERIES, parseCsv("x", "funding_time_ms,funding_rate\n8,0.0001\n"), "ETH")
    expect(funding?.funding.ETH).toEqual([{ atMs: 8, fundingPctPer8h: 0.01 }])
    const flows = withSeries(NO_SERIES, parseCsv("x", "date,A,Total\n2024-01-12,1.5,1.5\n2024-01-15,,0.0\n"), "BTC")
    expect(flows?.etfFlows.BTC?.map(({ totalUsdM }) => totalUsdM)).toEqual([1.5])
  })

  test("daily values are sorted, and the values of two files are merged", () => {
    const newest = withSeries(NO_SERIES, parseCsv("fng.csv", "date,fng\n2024-01-03,70\n2024-01-02,66\n"), null)
    const both = withSeries(newest ?? NO_SERIES, parseCsv("fng.csv", "date,fng\n2024-01-02,67\n2024-01-01,65\n"), null)
    expect(both?.fearGreed.map(({ index }) => index)).toEqual([65, 67, 70])
  })

  test("a file without a readable row is rejected", () => {
    const american = parseCsv("vix.csv", "DATE,OPEN,CLOSE\n01/02/2024,1,13.2\n")
    expect(() => withSeries(NO_SERIES, american, null)).toThrow("vix.csv has no row with a time and a number")
    const empty = parseCsv("x", "funding_time_ms,funding_rate\n8,\n")
    expect(() => withSeries(NO_SERIES, empty, "ETH")).toThrow("no row with a time and a number")
  })

  test("a file with unknown columns is not added to the series", () => {
    expect(withSeries(NO_SERIES, parseCsv("x", "a,b\n1,2\n"), "BTC")).toBeNull()
  })
})

test("folds are whole years back from the end of the data and do not overlap", () => {
  const folds = yearFolds(Date.UTC(2019, 0, 1), Date.UTC(2025, 6, 1))
  expect(folds).toHaveLength(6)
  expect(folds.at(-1)?.toMs).toBe(Date.UTC(2025, 6, 1))
  for (const [index, { fromMs }] of folds.entries()) if (index > 0) expect(fromMs).toBe(folds[index - 1]?.toMs)
})

test("plots contain their lines and labels, and a plot without enough data shows a note", () => {
  const plot = linePlot([
    {
      name: "signal",
      points: [
        [0, 1],
        [1, 8],
      ] as const,
    },
  ])
  expect(plot).toMatch(/<svg.*<polyline.*signal ×8\.0.*<\/svg>/s)
  expect(plot.match(/×[\d.]+(?=<)/g)).toEqual(["×1", "×2", "×4", "×8", "×8.0"])
  expect(plot).not.toContain("NaN")
  expect(linePlot([])).toContain("Too short")
  expect(reliabilityPlot([])).toContain("Too few")
  const mark = reliabilityPlot([{ stated: 0.5, hit_rate: 0.52, n: 9, ci95: [0.4, 0.6] }])
  expect(mark).toContain("n 9")
  expect(mark).not.toContain("NaN")
})
