"use client"

import type { Column } from "@/components/ui/data-table"
import { SortableTable } from "@/components/ui/sortable-table"
import { count, signedPct, tokenPrice, UNKNOWN, usd, words } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"

type Dex = ResponseOf<typeof dexAlphaContract>
type Token = Dex["tokens"][number]

const verdictGlyphs = { WATCH: "○", CAUTION: "◐", AVOID: "●", NOT_CHECKED: "?" } as const

/** Tokens with an open score and their warnings. */
export const Answer = withAnswerFrame(dexAlphaContract, DexView)

function DexView({ answer }: { readonly answer: Dex }) {
  return (
    <>
      <StatList stats={totalsOf(answer)} />
      {answer.tokens.length === 0 ? <p className="empty">No token qualifies.</p> : null}
      <SortableTable
        caption="Tokens, best score first"
        columns={columns}
        rows={answer.tokens}
        keyOf={({ chain, address }) => `${chain} ${address}`}
        widthRem={69}
        csv={{ name: "dex-tokens", meta: answer.meta, records: answer.tokens }}
      />
      <Details tokens={answer.tokens} />
      <p className="note">
        {answer.scoring} {answer.attribution.join(" · ")}
      </p>
    </>
  )
}

function totalsOf({ counts, tokens }: Dex) {
  const checked = tokens.filter(({ security }) => security.provider !== null).length
  return [
    { name: "Scored", value: count(counts.scored), note: `${count(counts.returned)} shown` },
    { name: "Trending", value: count(counts.trending_seen), note: "by their chain" },
    { name: "Promoted", value: count(counts.boosted_seen), note: "paid promotion, penalised" },
    {
      name: "Contracts checked",
      value: `${checked} of ${tokens.length}`,
      note: "11 security checks each; any unknown caps the verdict at Caution",
    },
  ]
}

const columns: readonly Column<Token>[] = [
  {
    name: "Token",
    cell: ({ symbol, name, chain, url, boosted }) => (
      <>
        <a href={url} rel="noreferrer" target="_blank">
          <bdi>{symbol}</bdi>
        </a>{" "}
        <small className="wrap short under">
          <bdi>{name}</bdi>, {chain}
          {boosted ? ", promoted" : ""}
        </small>
      </>
    ),
  },
  { name: "Verdict", cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  { name: "Score", numeric: true, sortBy: ({ score }) => score, cell: ({ score }) => Math.round(score) },
  { name: "Price", numeric: true, cell: ({ price_usd }) => tokenPrice(price_usd) },
  changeColumn("1h", "h1"),
  changeColumn("6h", "h6"),
  changeColumn("24h", "h24"),
  {
    name: "Liquidity",
    numeric: true,
    sortBy: ({ liquidity_usd }) => liquidity_usd,
    cell: ({ liquidity_usd }) => usd(liquidity_usd),
  },
  {
    name: "Volume 24h",
    numeric: true,
    sortBy: ({ volume_h24_usd }) => volume_h24_usd,
    cell: ({ volume_h24_usd }) => usd(volume_h24_usd),
  },
  { name: "Age", numeric: true, sortBy: ({ age_h }) => age_h, cell: ({ age_h }) => ageOf(age_h) },
  {
    name: "Buys / sells",
    numeric: true,
    cell: ({ txns_h24 }) => `${count(txns_h24.buys)} / ${count(txns_h24.sells)}`,
  },
  {
    name: "Warnings",
    cell: ({ flags }) => (
      <span className="wrap short">{flags.map(({ code }) => words(code)).join(", ") || "none"}</span>
    ),
  },
]

function changeColumn(name: string, span: "h1" | "h6" | "h24"): Column<Token> {
  return {
    name,
    numeric: true,
    sortBy: ({ price_change_pct }) => price_change_pct[span],
    cell: ({ price_change_pct }) => <Signed value={price_change_pct[span]} format={signedPct} />,
  }
}

function Verdict({ verdict }: Pick<Token, "verdict">) {
  return (
    <span className="dex-verdict" data-verdict={verdict}>
      <span aria-hidden="true">{verdictGlyphs[verdict]}</span> {words(verdict)}
    </span>
  )
}

function Details({ tokens }: { readonly tokens: readonly Token[] }) {
  return (
    <details className="details">
      <summary>Score breakdown</summary>
      <ul className="meta-list">
        {tokens.map(({ chain, address, symbol, components, penalties, flags }) => (
          <li key={`${chain} ${address}`}>
            <bdi>
              <b>{symbol}</b>
            </bdi>{" "}
            <span className="muted">
              {Object.entries(components)
                .map(([name, points]) => `${name} ${points}`)
                .join(" + ")}
              {penalties.map(({ flag, points }) => ` − ${words(flag).toLowerCase()} ${points}`).join("")}
              {flags.map(({ evidence }) => ` · ${evidence}`).join("")}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function ageOf(hours: number | null): string {
  if (hours === null) return UNKNOWN
  return hours < 48 ? `${Math.round(hours)}h` : `${Math.round(hours / 24)}d`
}
