import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { parseCsv } from "@/lib/market/sources/wire/csv-rows"
import { dayOfIsoDate, toDailySeries, type DailyRow, type DailyValue } from "@/lib/market/sources/wire/daily-value"
import type { Series } from "@/lib/market/sources/wire/series"

const HOST = "home.treasury.gov"
const FILES = `https://${HOST}/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv`

/** Maturities by the file's column. */
export type Maturity = "3 Mo" | "10 Yr"

/**
 * Par yields of US treasuries by day, in percent a year: FRED's DGS series, published by the Treasury on the evening of the day
 * itself. One file a calendar year, newest day first.
 *
 * @see https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve
 */
export function createUsTreasurySource({ http }: { readonly http: SourceClient }) {
  async function year(number: number, maturity: Maturity): Promise<readonly DailyRow[]> {
    const query = `type=daily_treasury_yield_curve&field_tdr_date_value=${number}&page&_format=csv`
    const text = await http.getText(`${FILES}/${number}/all?${query}`)
    return parseCsv(text, HOST, ["Date"]).map((row) => toDailyValue(row["Date"] ?? "", row[maturity]))
  }

  return {
    name: "us-treasury" as const,
    license: licenseOf("us-treasury"),
    /** Days since an instant, which may be in the year before. */
    async daily(
      maturity: Maturity,
      range: { readonly fromMs: number; readonly toMs: number },
    ): Promise<Series<DailyValue>> {
      const [first, last] = [new Date(range.fromMs).getUTCFullYear(), new Date(range.toMs).getUTCFullYear()]
      const years = await Promise.all([...new Set([first, last])].map((number) => year(number, maturity)))
      return toDailySeries(
        HOST,
        years.flat().filter((day) => day == null || day.atMs >= range.fromMs),
      )
    },
  }
}

/** A day is `MM/DD/YYYY`; a maturity that was not auctioned then is empty. */
function toDailyValue(date: string, yieldPct: string | undefined): DailyRow {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
  const atMs = dayOfIsoDate(`${year}-${month}-${day}`)
  if (atMs === undefined || yieldPct === undefined) return undefined
  if (["", "N/A"].includes(yieldPct.trim())) return null
  const value = Number(yieldPct)
  return Number.isFinite(value) ? { atMs, value } : undefined
}
