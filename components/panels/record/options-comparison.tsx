import { type Column, DataTable } from "@/components/ui/data-table"
import { count, UNKNOWN } from "@/components/ui/format"
import { ratioText } from "@/lib/client/format/number"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { independent, interval, rate } from "./rates"

type Compared = NonNullable<Stats["compared"]>
type Row = { readonly name: string; readonly score: Compared["forecast"] }

const columns: readonly Column<Row>[] = [
  { name: "By", cell: ({ name }) => name },
  { name: "80% ranges held", numeric: true, cell: ({ score }) => rate(score.coverage) },
  { name: "95%", numeric: true, cell: ({ score }) => interval(score.ci95).replace("95%: ", "") },
  { name: "Interval score", numeric: true, cell: ({ score }) => number(score.interval_score, 4) },
  { name: "QLIKE", numeric: true, cell: ({ score }) => number(score.qlike, 3) },
]

const verdicts = {
  forecast: "Our forecast was better than options.",
  options: "Options were better than our forecast.",
  undecided: "Neither is better for certain: the interval of the difference has 0 in it.",
} as const

/** Our forecast beside what options implied at the same closes. */
export function OptionsComparison({ stats: { compared, horizon } }: { readonly stats: Stats }) {
  if (compared === undefined) return null
  const { n, n_effective, better, qlike_difference, qlike_difference_ci95, withheld = [] } = compared
  return (
    <section aria-label="Our forecast and options">
      <h4>Our forecast and options, {horizon}</h4>
      <p className="note">
        Quotes of options are not archived: the result rests on this service&apos;s word for them.
        {withheld.length > 0 && ` Left out, because their terms forbid it: ${withheld.join(", ")}.`}
      </p>
      {better === null ? (
        <p className="note">
          No claim yet: {count(n)} live calls have both, of which {count(independent(n_effective))} are independent.
          Rates are shown from 30 on.
        </p>
      ) : (
        <>
          <p className={better === "options" ? "warning-line" : undefined}>{verdicts[better]}</p>
          <DataTable
            caption="Ranges and variances of our forecast and of options"
            columns={columns}
            rows={[
              { name: "Our forecast", score: compared.forecast },
              { name: "Options", score: compared.options },
            ]}
            keyOf={({ name }) => name}
            widthRem={30}
          />
          <p className="note">
            {count(n)} calls, {count(independent(n_effective))} independent. QLIKE of options less ours:{" "}
            {number(qlike_difference, 3)}
            {qlike_difference_ci95 === null
              ? ""
              : ` (95%: ${ratioText(qlike_difference_ci95[0])} to ${ratioText(qlike_difference_ci95[1])})`}
            . Lower scores are better.
          </p>
        </>
      )}
    </section>
  )
}

function number(value: number | null, digits: number): string {
  return value === null ? UNKNOWN : ratioText(value, digits)
}
