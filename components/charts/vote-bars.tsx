import type { CsvFile } from "@/components/ui/csv-button"
import { type Column, DataTable } from "@/components/ui/data-table"
import { LazyDetails } from "@/components/ui/lazy-details"
import { glyphs } from "@/lib/client/format/direction"
import { KeyboardNavigable } from "./keyboard-navigable"

type VoteCounts = {
  readonly long: number
  readonly neutral: number
  readonly short: number
  readonly unavailable: number
}

export type VoteRow = { readonly name: string; readonly counts: VoteCounts }

const parts = [
  { key: "long", glyph: glyphs.up, word: "long" },
  { key: "neutral", glyph: glyphs.flat, word: "neutral" },
  { key: "short", glyph: glyphs.down, word: "short" },
  { key: "unavailable", glyph: "·", word: "abstaining" },
] as const

type VoteBarsProps = { readonly rows: readonly VoteRow[]; readonly caption: string; readonly csv: CsvFile }

/** Stacked bars, one unit per indicator, all rows on one scale. The table below has the same numbers. */
export function VoteBars({ rows, caption, csv }: VoteBarsProps) {
  const widest = Math.max(1, ...rows.map(({ counts }) => sum(counts)))
  return (
    <figure className="votes">
      <figcaption className="visually-hidden">
        {caption}. {rows.map(sentence).join(" ")}
      </figcaption>
      <KeyboardNavigable label={caption}>
        <div aria-hidden="true">
          {rows.map(({ name, counts }) => (
            <div className="vote-row" key={name}>
              <span>{name}</span>
              <span className="vote-track">
                {parts.map(({ key, glyph, word }) =>
                  counts[key] === 0 ? null : (
                    <span
                      className="vote-part"
                      data-part={key}
                      data-point={`${name}: ${counts[key]} of ${sum(counts)} indicators ${word}`}
                      key={key}
                      style={{ inlineSize: `${(100 * counts[key]) / widest}%` }}
                    >
                      {counts[key]}
                      <span className="vote-glyph">{glyph}</span>
                    </span>
                  ),
                )}
              </span>
            </div>
          ))}
        </div>
      </KeyboardNavigable>
      <LazyDetails className="details slim" summary="Votes as a table">
        <DataTable caption={caption} columns={columns} rows={rows} keyOf={({ name }) => name} widthRem={19} csv={csv} />
      </LazyDetails>
    </figure>
  )
}

const columns: readonly Column<VoteRow>[] = [
  { name: "Category", cell: ({ name }) => name },
  ...parts.map(({ key, word }) => ({ name: word, numeric: true, cell: ({ counts }: VoteRow) => counts[key] })),
]

function sentence({ name, counts }: VoteRow): string {
  const counted = parts.filter(({ key }) => counts[key] > 0).map(({ key, word }) => `${counts[key]} ${word}`)
  return `${name}: ${counted.join(", ") || "no indicators"}.`
}

function sum(counts: VoteCounts): number {
  return counts.long + counts.neutral + counts.short + counts.unavailable
}
