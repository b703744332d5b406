"use client"

import { CsvButton, type CsvFile } from "@/components/ui/csv-button"
import { LazyDetails } from "@/components/ui/lazy-details"
import { DirectionBadge } from "@/components/ui/direction-badge"
import type { ResponseOf } from "@/lib/api/contract"
import { contextContract } from "@/lib/endpoints/context/contract"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { badgeDirectionOfSummary, badgeDirectionOfVote } from "@/lib/client/format/direction"
import { indicatorName } from "@/lib/client/format/indicator"
import { marketPrice } from "@/lib/client/format/money"
import { reading } from "@/lib/client/format/number"
import { spanText } from "@/lib/client/format/time"
import { useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { categoryNames } from "@/components/panels/parts/categories"
import { ReadingHeatMap } from "./reading-heat-map"

type Context = ResponseOf<typeof contextContract>
type Detail = Context["details"][string]

/** Every indicator behind the signal, including values without a vote. */
export const Answer = withAnswerFrame(contextContract, ContextView)

function ContextView({ answer }: { readonly answer: Context }) {
  const isCompact = useIsCompact()
  return (
    <>
      <p className="muted">
        {answer.coin} at <span className="figure">{marketPrice(answer.price)}</span> when computed
      </p>
      <div className="table-and-file">
        {categoryNames.map(([key, name], index) => (
          <Category key={key} category={key} name={name} answer={answer} initiallyOpen={index === 0 && !isCompact} />
        ))}
        <CsvButton of={`${answer.coin} indicators`} file={csvOf(answer)} />
      </div>
      <LazyDetails summary="Readings over time">
        <ReadingHeatMap coin={answer.coin} />
      </LazyDetails>
    </>
  )
}

/** The readings with a vote; what a rule compared is shown beside its reading. */
function readingsOf({ indicators, details }: Context, category: CategoryProps["category"]) {
  return Object.entries(indicators[category]).filter(([name]) => details[`${category}.${name}`] !== undefined)
}

function csvOf(answer: Context): CsvFile {
  const { coin, meta } = answer
  const records = categoryNames.flatMap(([category]) =>
    readingsOf(answer, category).map(([indicator, value]) => ({
      category,
      indicator,
      value,
      ...answer.details[`${category}.${indicator}`],
    })),
  )
  return { name: `indicators-${coin}`, meta, records }
}

type CategoryProps = {
  readonly category: (typeof categoryNames)[number][0]
  readonly name: string
  readonly answer: Context
  readonly initiallyOpen: boolean
}

/** One category: its summary, and its readings when it is open. */
function Category({ category, name, answer, initiallyOpen }: CategoryProps) {
  const entries = readingsOf(answer, category)
  const summary = answer.category_summary[category]
  return (
    <LazyDetails
      initiallyOpen={initiallyOpen}
      summary={
        <>
          {name} <span className="muted">{entries.length}</span>{" "}
          <DirectionBadge direction={badgeDirectionOfSummary(summary)}>{sentenceCase(summary)}</DirectionBadge>
        </>
      }
    >
      <table className="table indicators">
        <caption className="visually-hidden">
          {name} indicators of {answer.coin}: value, vote, rule, age and evidence
        </caption>
        <thead>
          <tr>
            <th scope="col">Indicator, rule</th>
            <th scope="col" className="number">
              Value, age
            </th>
            <th scope="col">Vote, evidence</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([key, value]) => (
            <IndicatorRow key={key} name={key} value={value} detail={answer.details[`${category}.${key}`]} />
          ))}
        </tbody>
      </table>
    </LazyDetails>
  )
}

type IndicatorRowProps = {
  readonly name: string
  readonly value: number | string | null
  readonly detail: Detail | undefined
}

function IndicatorRow({ name, value, detail }: IndicatorRowProps) {
  const nowMs = useNow()
  const times = useTimes()
  return (
    <tr>
      <th scope="row">
        {indicatorName(name)} <span className="unit">{value === null ? "" : detail?.unit}</span>
        <small>{detail?.rule}</small>
      </th>
      <td className="number">
        {valueText(value)}
        {detail?.voted?.name !== undefined && (
          <small>
            {indicatorName(detail.voted.name)} {valueText(detail.voted.value)}
          </small>
        )}
        <small>
          {detail?.as_of ? (
            <time dateTime={detail.as_of} title={`${detail.source ?? ""} ${times.text(detail.as_of)}`}>
              {spanText(Math.max(0, nowMs - Date.parse(detail.as_of)))}
            </time>
          ) : null}
        </small>
      </td>
      <td>
        <VoteCell detail={detail} />
        <small>{detail && detail.vote !== null ? detail.evidence_text : ""}</small>
      </td>
    </tr>
  )
}

function VoteCell({ detail }: { readonly detail: Detail | undefined }) {
  if (!detail) return <span className="muted">no vote</span>
  if (detail.vote === null) return <span className="muted">{detail.reason ?? "no vote"}</span>
  return <DirectionBadge direction={badgeDirectionOfVote(detail.vote)}>{sentenceCase(detail.vote)}</DirectionBadge>
}

function valueText(value: number | string | null): string {
  if (value === null) return "–"
  return typeof value === "number" ? reading(value) : value
}

function sentenceCase(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}
