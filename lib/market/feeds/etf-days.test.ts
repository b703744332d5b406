import { expect, test } from "vitest"
import type { EtfFlowDay } from "@/lib/domain/flows/etf-flow"
import { DAY_MS } from "@/lib/domain/utc-day"
import { mergeNewestDay } from "./etf-days"

const MONDAY = Date.UTC(2026, 10, 16)
const TUESDAY = MONDAY + DAY_MS

function day(atMs: number, usdMByFund: EtfFlowDay["usdMByFund"]): EtfFlowDay {
  const flows = Object.values(usdMByFund)
  const totalUsdM = flows.reduce<number>((total, usdM) => total + (usdM ?? 0), 0)
  return { atMs, totalUsdM, usdMByFund, isFinal: flows.every((usdM) => usdM !== null) }
}

test("a complete day keeps its flows by fund while the next day is reported", () => {
  const monday = day(MONDAY, { IBIT: 9, GBTC: -2 })
  const tuesday = day(TUESDAY, { IBIT: null, GBTC: 1 })
  expect(mergeNewestDay([monday], [{ atMs: MONDAY, totalUsdM: 7.4 }], tuesday)).toEqual([
    { ...monday, totalUsdM: 7.4 },
    tuesday,
  ])
  expect(mergeNewestDay([monday], [], tuesday), "the day's total is listed late").toEqual([monday, tuesday])
})

test("flows by fund of an incomplete day are dropped when the day's total is known", () => {
  const early = day(MONDAY, { IBIT: null, GBTC: -2 })
  const tuesday = day(TUESDAY, { IBIT: null, GBTC: 1 })
  const [monday, newest] = mergeNewestDay([early], [{ atMs: MONDAY, totalUsdM: 7 }], tuesday)
  expect(monday).toEqual({ atMs: MONDAY, totalUsdM: 7, usdMByFund: {}, isFinal: true })
  expect(newest?.isFinal, "they do not define which funds must report").toBe(false)
})

test("a day is final once every fund that reported before has reported", () => {
  const monday = { ...day(MONDAY, { IBIT: 9, GBTC: -2, DEFI: null }), isFinal: true }
  const finality = (usdMByFund: EtfFlowDay["usdMByFund"], held = [monday]) =>
    mergeNewestDay(held, [], day(TUESDAY, usdMByFund)).at(-1)?.isFinal
  expect(finality({ IBIT: 3, GBTC: 0, DEFI: null })).toBe(true)
  expect(finality({ IBIT: 3, GBTC: null, DEFI: null })).toBe(false)
  expect(finality({ IBIT: 3, GBTC: 0, DEFI: null }, []), "no earlier day").toBe(false)
  expect(finality({ IBIT: 3, GBTC: 0, DEFI: 0 }, [])).toBe(true)
})

test("older days stay while the provider's days follow them without a gap", () => {
  const old = day(MONDAY - 40 * DAY_MS, { IBIT: 1 })
  const totals = [{ atMs: MONDAY, totalUsdM: 7 }]
  const timesAfter = (held: readonly EtfFlowDay[]) =>
    mergeNewestDay(held, totals, day(TUESDAY, { IBIT: 1 })).map(({ atMs }) => atMs)
  expect(timesAfter([old, day(MONDAY, { IBIT: 7 })])).toEqual([old.atMs, MONDAY, TUESDAY])
  expect(timesAfter([old, day(MONDAY, { IBIT: null })]), "the held day was incomplete").toHaveLength(3)
  expect(timesAfter([old]), "the sessions in between are missing").toEqual([MONDAY, TUESDAY])
})
