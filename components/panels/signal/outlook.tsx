import { axisOf, RangeBar } from "@/components/charts/range-bar"
import { Legend } from "@/components/charts/legend"
import { KeyboardNavigable } from "@/components/charts/keyboard-navigable"
import { useIsCompact, useIsSample } from "@/components/panels/answer-density"
import type { ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/endpoints/signal/contract"
import { rangePlace } from "@/components/panels/parts/range-place"
import { marketPrice } from "@/lib/client/format/money"
import { useLivePrice } from "@/lib/client/live-prices"
import { awayText } from "@/lib/client/format/number"
import { levelsOf, multipleOfRisk } from "@/components/panels/parts/levels"

type Signal = ResponseOf<typeof signalContract>

/** The 80% ranges: against the live price in a compact answer, with the levels on the same axis in a full one. */
export function Ranges({ answer }: { readonly answer: Signal }) {
  return useIsCompact() ? <LiveRanges answer={answer} /> : <RangeBars answer={answer} />
}

function rangesOf({ range80_24h, range80_7d }: Pick<Signal["outlook"], "range80_24h" | "range80_7d">) {
  return [
    { name: "24h", ...range80_24h },
    { name: "7d", ...range80_7d },
  ]
}

function LiveRanges({ answer }: { readonly answer: Signal }) {
  const live = useLivePrice(answer.coin)
  const price = useIsSample() ? answer.price : (live ?? answer.price)
  return (
    <ul className="live-ranges">
      {rangesOf(answer.now ?? answer.outlook).map(({ name, low, high }) => {
        const place = rangePlace({ low, high }, price)
        return (
          <li key={name}>
            <b>{name}</b>
            <span className="figure">
              {marketPrice(low)} to {marketPrice(high)}
            </span>
            <span data-left={!place.startsWith("inside")}>{place}</span>
          </li>
        )
      })}
    </ul>
  )
}

function RangeBars({ answer }: { readonly answer: Signal }) {
  const { price } = answer
  const ranges = rangesOf(answer.outlook)
  const marks = levelsOf(answer).flatMap(({ name, price, tone }) => (tone === "entry" ? [] : { name, price, tone }))
  const stops = marks.flatMap((mark) => (mark.tone === "stop" ? mark.price : []))
  const axis = axisOf([price, ...stops, ...ranges.flatMap(({ low, high }) => [low, high])])
  return (
    <>
      <h4>
        80% ranges <span className="muted">80% of closes should land inside</span>
      </h4>
      <Legend
        items={[
          { name: "80% range", tone: "accent", mark: "square" },
          { name: "price", tone: "muted", mark: "line" },
          { name: "stop", tone: "down", mark: "line" },
          { name: "targets", tone: "up", mark: "line" },
        ]}
      />
      <KeyboardNavigable label={`80% ranges of ${answer.coin}`}>
        <table className="table ranges">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Horizon</th>
              <th scope="col">Low</th>
              <th scope="col">Range</th>
              <th scope="col">High</th>
            </tr>
          </thead>
          <tbody>
            {ranges.map(({ name, low, high }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <PriceCell value={low} from={price} />
                <td>
                  <RangeBar name={name} axis={axis} low={low} high={high} price={price} marks={marks} />
                </td>
                <PriceCell value={high} from={price} />
              </tr>
            ))}
          </tbody>
        </table>
      </KeyboardNavigable>
    </>
  )
}

/** Stop, entry and first target. */
const COMPACT_LEVELS = 3

/** Entry, stop and targets. */
export function Levels({ answer }: { readonly answer: Signal }) {
  const levels = levelsOf(answer)
  const isCompact = useIsCompact()
  const shown = isCompact ? levels.slice(0, COMPACT_LEVELS) : levels
  if (levels.length === 0) {
    return <p className="muted">No levels: too little history for a stop, or a level would be below zero.</p>
  }
  return (
    <>
      <h4 className={isCompact && answer.level_odds?.kind !== "reference" ? "visually-hidden" : undefined}>
        Levels{" "}
        <span className="muted">
          {answer.level_odds?.kind === "reference"
            ? `No trade. Hypothetical ${answer.level_odds.side} levels`
            : "1R = distance from entry to stop"}
        </span>
      </h4>
      <ul className="levels">
        {shown.map((level) => (
          <li key={level.name} data-tone={level.tone}>
            <span className="label">{level.name}</span>
            <span>{marketPrice(level.price)}</span>
            <small>{level.price === answer.price ? "at purchase" : distanceText(level.price, answer.price)}</small>
            {isCompact ? null : (
              <small>{level.tone === "target" ? `${multipleOfRisk(levels, level.price)} R` : ""}</small>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function PriceCell({ value, from }: { readonly value: number; readonly from: number }) {
  return (
    <td className="number">
      {marketPrice(value)}
      <small>{distanceText(value, from)}</small>
    </td>
  )
}

function distanceText(value: number, from: number): string {
  return awayText(value / from - 1)
}
