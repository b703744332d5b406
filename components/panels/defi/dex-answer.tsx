"use client"

import { type Column, DataTable } from "@/components/ui/data-table"
import { count, signedPct, UNKNOWN, usd, words } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import { AnswerMeta } from "@/components/panels/answer-meta"
import { RawAnswer } from "@/components/panels/raw-answer"
import type { ResponseOf } from "@/lib/api/contract"
import { dexAlphaContract } from "@/lib/api/dex-alpha"

type Dex = ResponseOf<typeof dexAlphaContract>
type Token = Dex["tokens"][number]

const verdictGlyphs = { WATCH: "○", CAUTION: "◐", AVOID: "●" } as const

/** Tokens by an open score, with what is known against them. */
export function DexAnswer({ body }: { readonly body: unknown }) {
  const parsed = dexAlphaContract.response.safeParse(body)
  if (!parsed.success) return <RawAnswer body={body} />
  const answer = parsed.data
  const { counts } = answer
  return (
    <div className="answer">
      <StatList
        stats={[
          { name: "Scored", value: count(counts.scored), note: `${count(counts.returned)} shown` },
          { name: "Trending", value: count(counts.trending_seen), note: "by their chain" },
          { name: "Advertised", value: count(counts.boosted_seen), note: "somebody paid for it; the score says so" },
        ]}
      />
      {answer.tokens.length === 0 ? <p className="empty">No token qualifies.</p> : null}
      <DataTable
        caption="Tokens, best score first"
        columns={columns}
        rows={answer.tokens}
        keyOf={({ chain, address }) => `${chain} ${address}`}
      />
      <Details tokens={answer.tokens} />
      <p className="note">
        {answer.scoring} {answer.attribution.join(" · ")}
      </p>
      <AnswerMeta meta={answer.meta} timestamp={answer.timestamp} />
    </div>
  )
}

const columns: readonly Column<Token>[] = [
  {
    name: "Token",
    cell: ({ symbol, name, chain, url, boosted }) => (
      <>
        <a href={url} rel="noreferrer" target="_blank">
          {symbol}
        </a>{" "}
        <small>
          {name}, {chain}
          {boosted ? ", advertised" : ""}
        </small>
      </>
    ),
  },
  { name: "Verdict", cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  { name: "Score", numeric: true, cell: ({ score }) => Math.round(score) },
  {
    name: "24 h",
    numeric: true,
    cell: ({ price_change_pct }) => <Signed value={price_change_pct.h24} format={signedPct} />,
  },
  { name: "Liquidity", numeric: true, cell: ({ liquidity_usd }) => usd(liquidity_usd) },
  { name: "Volume 24 h", numeric: true, cell: ({ volume_h24_usd }) => usd(volume_h24_usd) },
  { name: "Age", numeric: true, cell: ({ age_h }) => ageOf(age_h) },
  { name: "Unknown facts", numeric: true, cell: ({ unknown_count }) => `${unknown_count} of 11` },
  { name: "Warnings", cell: ({ flags }) => flags.map(({ code }) => words(code)).join(", ") || "none" },
]

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
      <summary>How each score came about</summary>
      <ul className="meta-list">
        {tokens.map(({ address, symbol, components, penalties, flags }) => (
          <li key={address}>
            <b>{symbol}</b>{" "}
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
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`
}
