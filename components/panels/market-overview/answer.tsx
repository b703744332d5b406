"use client"

import type { CsvFile } from "@/components/ui/csv-button"
import { type Column, DataTable } from "@/components/ui/data-table"
import { pct, signedPct, signedUsd, UNKNOWN, usd, words } from "@/components/ui/format"
import { DirectionBadge } from "@/components/ui/direction-badge"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import { MoreDetails, useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { marketOverviewContract } from "@/lib/endpoints/market-overview/contract"
import { directionWords, badgeDirectionOf } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { reading } from "@/lib/client/format/number"
import { COINS } from "@/lib/domain/market/coin"
import { OverviewHistory } from "./overview-history"
import { basisPoints, signedBasisPoints } from "./basis-points"

type Overview = ResponseOf<typeof marketOverviewContract>

/** The three signals with flows, derivatives and macro data. */
export const Answer = withAnswerFrame(marketOverviewContract, OverviewView)

function OverviewView({ answer }: { readonly answer: Overview }) {
  const isCompact = useIsCompact()
  const sentiment = sentimentOf(answer)
  return (
    <>
      <DataTable
        caption="Signals and prices"
        columns={isCompact ? compactCoinColumns : coinColumns}
        rows={coinRows(answer)}
        keyOf={({ coin }) => coin}
        widthRem={isCompact ? 18.5 : 33}
        csv={isCompact ? undefined : pricesCsv(answer)}
      />
      <StatList stats={isCompact ? sentiment.slice(0, COMPACT_STATS) : sentiment} />
      <MoreDetails label="Flows, derivatives, macro">
        {isCompact ? (
          <>
            <StatList stats={sentiment.slice(COMPACT_STATS)} />
            <DataTable
              caption="Changes over 7d and 30d"
              columns={coinColumns.filter(({ name }) => !compactNames.has(name) || name === "Coin")}
              rows={coinRows(answer)}
              keyOf={({ coin }) => coin}
              widthRem={20}
              csv={pricesCsv(answer)}
            />
          </>
        ) : null}
        <DataTable
          caption="Flows and derivatives"
          columns={flowColumns}
          rows={coinRows(answer)}
          keyOf={({ coin }) => coin}
          widthRem={37}
          csv={{
            name: "flows-and-derivatives",
            meta: answer.meta,
            records: coinRows(answer).map(({ coin, etf, derivatives }) => ({
              coin,
              etf,
              ...derivatives,
              venues: undefined,
            })),
          }}
        />
        {answer.history_30d ? <OverviewHistory history={answer.history_30d} /> : null}
        <DataTable
          caption="Macro"
          columns={macroColumns}
          rows={macroRows(answer)}
          keyOf={({ name }) => name}
          widthRem={30}
          csv={{
            name: "macro-readings",
            meta: answer.meta,
            records: Object.entries(answer.macro).map(([name, reading]) => ({ name, ...reading })),
          }}
        />
        <p className="note">{answer.fear_greed.attribution}</p>
      </MoreDetails>
    </>
  )
}

function pricesCsv(answer: Overview): CsvFile {
  const records = coinRows(answer).map(({ coin, price, signal }) => ({ coin, ...price, signal }))
  return { name: "signals-and-prices", meta: answer.meta, records }
}

function coinRows({ signals, prices, derivatives, etf_flows }: Overview) {
  return COINS.map((coin) => ({
    coin,
    signal: signals[coin],
    price: prices[coin],
    derivatives: derivatives[coin],
    etf: etf_flows[coin],
  }))
}

type CoinRow = ReturnType<typeof coinRows>[number]

const coinColumns: readonly Column<CoinRow>[] = [
  { name: "Coin", cell: ({ coin }) => coin },
  { name: "Price", numeric: true, cell: ({ price }) => marketPrice(price.price) },
  { name: "24h", numeric: true, cell: ({ price }) => <Signed value={price.change_24h_pct} format={signedPct} /> },
  { name: "7d", numeric: true, cell: ({ price }) => <Signed value={price.change_7d_pct} format={signedPct} /> },
  { name: "30d", numeric: true, cell: ({ price }) => <Signed value={price.change_30d_pct} format={signedPct} /> },
  {
    name: "Signal",
    cell: ({ signal }) => (
      <DirectionBadge direction={badgeDirectionOf(signal.direction)}>{directionWords(signal.direction)}</DirectionBadge>
    ),
  },
  { name: "Strength", numeric: true, cell: ({ signal }) => signal.strength },
]

const compactNames: ReadonlySet<string> = new Set(["Coin", "Price", "24h", "Signal"])
const compactCoinColumns = coinColumns.filter(({ name }) => compactNames.has(name))

/** Mood, stablecoins and funds. */
const COMPACT_STATS = 3

const flowColumns: readonly Column<CoinRow>[] = [
  { name: "Coin", cell: ({ coin }) => coin },
  { name: "ETF day", numeric: true, cell: ({ etf }) => <Signed value={inUsd(etf.total_m)} format={signedUsd} /> },
  { name: "ETF 7d", numeric: true, cell: ({ etf }) => <Signed value={inUsd(etf.flow_7d_m)} format={signedUsd} /> },
  { name: "Funding 8h", numeric: true, cell: ({ derivatives }) => pct(derivatives.funding_rate_8h_pct, 4) },
  { name: "Open interest", numeric: true, cell: ({ derivatives }) => usd(derivatives.open_interest_usd) },
  {
    name: "OI 24h",
    numeric: true,
    cell: ({ derivatives }) => <Signed value={derivatives.open_interest_change_24h_pct} format={signedPct} />,
  },
  {
    name: "Long / short",
    numeric: true,
    cell: ({ derivatives }) => derivatives.long_short_ratio?.toFixed(2) ?? UNKNOWN,
  },
]

function sentimentOf({ fear_greed, stablecoin_flows, etf, dominance }: Overview) {
  return [
    {
      name: "Fear & greed",
      value: fear_greed.value === null ? UNKNOWN : `${fear_greed.value} / 100`,
      note: `${fear_greed.label}, ${fear_greed.change_7d === null ? "change not known" : `${signedPoints(fear_greed.change_7d)} in 7d`}`,
    },
    {
      name: "Stablecoin supply",
      value: usd(inBillions(stablecoin_flows.total_supply_b)),
      note: `${signedUsd(inBillions(stablecoin_flows.change_7d_b))} in 7d: ${words(stablecoin_flows.signal).toLowerCase()}`,
    },
    {
      name: "Bitcoin funds, newest day",
      value: signedUsd(inUsd(etf.total_m)),
      note: etf.date ?? "unknown",
    },
    {
      name: "Bitcoin's share",
      value: pct(dominance.btc_pct),
      note: `of the whole market; ether ${pct(dominance.eth_pct)}`,
    },
    {
      name: "Whole market",
      value: usd(dominance.market_cap_usd),
      note: `${signedPct(dominance.market_cap_change_24h_pct)} in 24h; ${usd(dominance.volume_24h_usd)} traded`,
    },
  ]
}

function macroRows({ macro }: Overview) {
  return [
    inPercent("VIX", macro.vix),
    inPercent("Dollar index", macro.dxy),
    inBasisPoints("US ten-year yield", macro.us10y),
    inPercent("S&P 500", macro.spx),
  ]
}

function inPercent(name: string, { value, date, change_5d_pct, change_20d_pct }: Overview["macro"]["vix"]) {
  return { name, date, value, unit: "", week: change_5d_pct, month: change_20d_pct, format: percentChange }
}

/**
 * The change of a yield is given in basis points; a relative change in percent would be mistaken for percentage
 * points.
 */
function inBasisPoints(name: string, { value, date, change_5d_pct, change_20d_bp }: Overview["macro"]["us10y"]) {
  const week = basisPoints(value, change_5d_pct)
  return { name, date, value, unit: "%", week, month: change_20d_bp, format: signedBasisPoints }
}

function percentChange(value: number): string {
  return signedPct(value)
}

type MacroRow = ReturnType<typeof macroRows>[number]

const macroColumns: readonly Column<MacroRow>[] = [
  { name: "Macro", cell: ({ name }) => name },
  { name: "Value", numeric: true, cell: ({ value, unit }) => (value === null ? UNKNOWN : `${reading(value)}${unit}`) },
  { name: "5d", numeric: true, cell: ({ week, format }) => <Signed value={week} format={format} /> },
  { name: "20d", numeric: true, cell: ({ month, format }) => <Signed value={month} format={format} /> },
  { name: "Day", cell: ({ date }) => date ?? UNKNOWN },
]

function inUsd(millions: number | null): number | null {
  return millions === null ? null : millions * 1e6
}

function inBillions(billions: number | null): number | null {
  return billions === null ? null : billions * 1e9
}

function signedPoints(points: number): string {
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`
}
