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

test("a complete day keeps its funds while the next one is reported", () => {
  const monday = day(MONDAY, { IBIT: 9, GBTC: -2 })
  const tuesday = day(TUESDAY, { IBIT: null, GBTC: 1 })
  expect(mergeNewestDay([monday], [{ atMs: MONDAY, totalUsdM: 7.4 }], tuesday)).toEqual([
    { ...monday, totalUsdM: 7.4 },
    tuesday,
  ])
  expect(mergeNewestDay([monday], [], tuesday), "a total that is listed late").toEqual([monday, tuesday])
})

test("funds that were read before all had reported do not stand beside the total of the day", () => {
  const early = day(MONDAY, { IBIT: null, GBTC: -2 })
  const tuesday = day(TUESDAY, { IBIT: null, GBTC: 1 })
  const [monday, newest] = mergeNewestDay([early], [{ atMs: MONDAY, totalUsdM: 7 }], tuesday)
  expect(monday).toEqual({ atMs: MONDAY, totalUsdM: 7, usdMByFund: {}, isFinal: true })
  expect(newest?.isFinal, "and tell nothing about who is expected").toBe(false)
})

test("a fund that never reports does not hold up a day, one that does so does", () => {
  const monday = { ...day(MONDAY, { IBIT: 9, GBTC: -2, DEFI: null }), isFinal: true }
  const finality = (usdMByFund: EtfFlowDay["usdMByFund"], held = [monday]) =>
    mergeNewestDay(held, [], day(TUESDAY, usdMByFund)).at(-1)?.isFinal
  expect(finality({ IBIT: 3, GBTC: 0, DEFI: null })).toBe(true)
  expect(finality({ IBIT: 3, GBTC: null, DEFI: null })).toBe(false)
  expect(finality({ IBIT: 3, GBTC: 0, DEFI: null }, []), "nothing to go by").toBe(false)
  expect(finality({ IBIT: 3, GBTC: 0, DEFI: 0 }, [])).toBe(true)
})

test("days that the provider lists no longer stay while those it lists go on from them", () => {
  const old = day(MONDAY - 40 * DAY_MS, { IBIT: 1 })
  const totals = [{ atMs: MONDAY, totalUsdM: 7 }]
  const timesAfter = (held: readonly EtfFlowDay[]) =>
    mergeNewestDay(held, totals, day(TUESDAY, { IBIT: 1 })).map(({ atMs }) => atMs)
  expect(timesAfter([old, day(MONDAY, { IBIT: 7 })])).toEqual([old.atMs, MONDAY, TUESDAY])
  expect(timesAfter([old, day(MONDAY, { IBIT: null })]), "of a day that was being reported").toHaveLength(3)
  expect(timesAfter([old]), "sessions in between were never read").toEqual([MONDAY, TUESDAY])
})
