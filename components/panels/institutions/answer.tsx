"use client"

import { type Column, DataTable } from "@/components/ui/data-table"
import { SortableTable } from "@/components/ui/sortable-table"
import { count, pct, signedCount, signedPct, signedUsd, UNKNOWN, usd } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { institutionsContract } from "@/lib/endpoints/institutions/contract"
import { marketPrice } from "@/lib/client/format/money"

type Institutions = ResponseOf<typeof institutionsContract>
type Holder = Institutions["top_holders"][number]
type Trade = Institutions["recent_purchases"][number] & { readonly side: "Bought" | "Sold" }

/** Holdings, cost and recent trades of companies. */
export const Answer = withAnswerFrame(institutionsContract, InstitutionsView)

function InstitutionsView({ answer }: { readonly answer: Institutions }) {
  return (
    <>
      <StatList stats={totalsOf(answer)} />
      <h4>
        Holders <span className="muted">the {answer.top_holders.length} largest</span>
      </h4>
      <SortableTable
        caption="Largest holders"
        columns={holderColumns}
        rows={answer.top_holders}
        keyOf={({ company, ticker }) => `${company} ${ticker}`}
        widthRem={54}
        csv={{ name: "bitcoin-holders", meta: answer.meta, records: answer.top_holders }}
      />
      <h4>
        Trades <span className="muted">90 days, sales included</span>
      </h4>
      <DataTable
        caption="Purchases and sales of 90 days"
        columns={tradeColumns}
        rows={tradesOf(answer)}
        keyOf={({ company, date, side, btc_amount }) => `${company} ${date} ${side} ${btc_amount}`}
        widthRem={41}
        csv={{ name: "bitcoin-trades", meta: answer.meta, records: tradesOf(answer) }}
      />
      <p className="note">Sources: {answer.data_sources.join(", ")}</p>
    </>
  )
}

function totalsOf(answer: Institutions) {
  return [
    { name: "Held", value: `${count(answer.total_btc)} BTC`, note: `by ${answer.total_companies} companies` },
    { name: "Worth", value: usd(answer.total_value_usd), note: `at ${priceOf(answer.btc_price_usd)} per coin` },
    {
      name: "Change, 30d",
      value: <Signed value={answer.net_change_30d_btc} format={(value) => `${signedCount(value)} BTC`} />,
      note: `trades known of ${answer.trades_known_for} companies`,
    },
    {
      name: "Concentration",
      value: pct(answer.concentration.top1_pct),
      note: `the largest; five hold ${pct(answer.concentration.top5_pct)}`,
    },
  ]
}

const holderColumns: readonly Column<Holder>[] = [
  {
    name: "Company",
    cell: ({ company, ticker, country }) => (
      <>
        {company} <small>{[ticker, country].filter(Boolean).join(", ")}</small>
      </>
    ),
  },
  {
    name: "BTC",
    numeric: true,
    sortBy: ({ btc_holdings }) => btc_holdings,
    cell: ({ btc_holdings }) => count(btc_holdings),
  },
  { name: "Of supply", numeric: true, cell: ({ share_of_supply_pct }) => pct(share_of_supply_pct, 3) },
  {
    name: "Value",
    numeric: true,
    sortBy: ({ value_usd }) => value_usd ?? null,
    cell: ({ value_usd }) => usd(value_usd),
  },
  { name: "Cost per coin", numeric: true, cell: ({ avg_cost_basis }) => priceOf(avg_cost_basis) },
  {
    name: "Gain",
    sortBy: ({ unrealised_pnl_usd }) => unrealised_pnl_usd ?? null,
    numeric: true,
    cell: ({ unrealised_pnl_usd }) => <Signed value={unrealised_pnl_usd} format={signedUsd} />,
  },
  {
    name: "Gain, %",
    numeric: true,
    sortBy: ({ unrealised_pnl_pct }) => unrealised_pnl_pct ?? null,
    cell: ({ unrealised_pnl_pct }) => signedPct(unrealised_pnl_pct),
  },
  { name: "Last purchase", cell: ({ last_purchase_date }) => last_purchase_date ?? UNKNOWN },
]

const tradeColumns: readonly Column<Trade>[] = [
  { name: "Company", cell: ({ company }) => company },
  { name: "Day", cell: ({ date, basis }) => `${date}${basis === "observed" ? ", seen" : ""}` },
  {
    name: "Bitcoin",
    numeric: true,
    cell: ({ side, btc_amount }) => (
      <Signed value={side === "Bought" ? btc_amount : -btc_amount} format={signedCount} />
    ),
  },
  { name: "Value", numeric: true, cell: ({ value_usd }) => usd(value_usd) },
  { name: "Source", cell: ({ source, url, filing_url }) => <TradeSource source={source} url={filing_url ?? url} /> },
]

function TradeSource({ source, url }: { readonly source: string; readonly url: string | null }) {
  return (
    <span className="wrap short">
      {url === null ? (
        source
      ) : (
        <a href={url} rel="noreferrer" target="_blank">
          {source}
        </a>
      )}
    </span>
  )
}

function tradesOf({ recent_purchases, recent_sales }: Institutions): readonly Trade[] {
  const bought = recent_purchases.map((trade) => ({ ...trade, side: "Bought" as const }))
  const sold = recent_sales.map((trade) => ({ ...trade, side: "Sold" as const }))
  return [...bought, ...sold].toSorted((a, b) => b.date.localeCompare(a.date))
}

/** Cost and price are not shortened because their difference is the gain. */
function priceOf(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? UNKNOWN : marketPrice(usd)
}
