import type { Coin } from "@/lib/domain/market/coin"
import { etfDays, etfMarkets, type EtfDay } from "@/lib/sandbox/market/series/etf-flows"
import { json, text, type Responder, type ProviderRequest } from "./responder"

/** Pages by slug. Bitcoin's first page shows the last days only; its whole history is on another page. */
const pageOf: Readonly<Record<string, { readonly id: number; readonly coin: Coin; readonly days: number }>> = {
  btc: { id: 1321, coin: "BTC", days: 14 },
  "bitcoin-etf-flow-all-data": { id: 997, coin: "BTC", days: Number.POSITIVE_INFINITY },
  eth: { id: 1758, coin: "ETH", days: Number.POSITIVE_INFINITY },
  sol: { id: 4012, coin: "SOL", days: Number.POSITIVE_INFINITY },
}

/** Farside's flow tables, through WordPress and as a page. */
export const farside: Responder = (request) => {
  if (request.url.pathname === "/wp-json/wp/v2/pages") {
    const slug = request.url.searchParams.get("slug") ?? ""
    const page = pageOf[slug]
    if (page === undefined) return json([])
    const content = { rendered: tableOf(request, page.coin, page.days), protected: false }
    const modified = new Date(request.nowMs).toISOString().slice(0, 19)
    return json([{ id: page.id, modified_gmt: modified, slug, status: "publish", type: "page", content }])
  }
  const page = pageOf[/^\/(?<slug>[a-z-]+)\/?$/.exec(request.url.pathname)?.groups?.["slug"] ?? ""]
  if (page === undefined) return null
  return text(`<!DOCTYPE html><html><body>${tableOf(request, page.coin, page.days)}</body></html>`, "text/html")
}

function tableOf({ market, nowMs }: ProviderRequest, coin: Coin, shownDays: number): string {
  const tickers = etfMarkets[coin].funds.map(({ ticker }) => ticker)
  const days = etfDays(market, coin, nowMs)
  const shown = Number.isFinite(shownDays) ? days.slice(-shownDays) : days
  const final = days.filter(({ usdM }) => usdM[0] !== null)
  const rows = [
    headerRow(["", ...tickers.map(() => '<img alt="issuer">'), "Total"]),
    headerRow(["", ...tickers, ""]),
    row("Fee", [...tickers.map(() => "0.25%"), ""]),
    ...(coin === "BTC" ? [] : [row("Seed", [...tickers.map(() => "-"), ""])]),
    ...shown.map((day) =>
      row(
        dateText(day.dayMs),
        [...day.usdM, day.totalUsdM].map((flow) => flowText(flow)),
      ),
    ),
    ...summaries(final, tickers.length),
  ]
  return `<table class="etf">\n${rows.join("\n")}\n</table>`
}

/** Footer rows by column, over all days that are complete. */
function summaries(days: readonly EtfDay[], funds: number): readonly string[] {
  const columns = Array.from({ length: funds + 1 }, (_, column) =>
    days.map((day) => (column === funds ? day.totalUsdM : day.usdM[column])).filter((flow) => typeof flow === "number"),
  )
  const write = (label: string, read: (flows: readonly number[]) => number, digits: 0 | 1 = 1) =>
    row(
      label,
      columns.map((flows) => (flows.length === 0 ? "-" : flowText(read(flows), digits))),
    )
  return [
    write("Total", sum, 0),
    write("Average", (flows) => sum(flows) / flows.length),
    write("Maximum", (flows) => Math.max(...flows)),
    write("Minimum", (flows) => Math.min(...flows)),
  ]
}

function sum(flows: readonly number[]): number {
  return flows.reduce((total, flow) => total + flow, 0)
}

function headerRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<th><div align="right"><span class="tabletext">  ${cell}</span></div></th>`).join("")}</tr>`
}

function row(label: string, cells: readonly string[]): string {
  const body = cells.map((cell) => `<td><div align="right"><span class="tabletext">${cell}</span></div></td>`)
  return `<tr><td><span class="tabletext">${label}</span></td>${body.join("")}</tr>`
}

/** Made once: a page has ten thousand numbers. */
const withDigits = { 0: numbersWith(0), 1: numbersWith(1) } as const

function numbersWith(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** `1,234.5`, a negative number in red parentheses, `-` when nothing is reported. */
function flowText(usdM: number | null, digits: 0 | 1 = 1): string {
  if (usdM === null) return "-"
  const amount = withDigits[digits].format(Math.abs(usdM))
  return usdM < 0 && Number(Math.abs(usdM).toFixed(digits)) > 0 ? `<span class="redFont">(${amount})</span>` : amount
}

/** `11 Jan 2024`. */
function dateText(dayMs: number): string {
  const [, day, month, year] = new Date(dayMs).toUTCString().split(" ")
  return `${day} ${month} ${year}`
}
