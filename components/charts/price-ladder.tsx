import { marketPrice } from "@/lib/client/format/money"
import { awayText } from "@/lib/client/format/number"
import { axisOf } from "./range-bar"
import { separateLabels } from "./separate-labels"
import { KeyboardNavigable } from "./keyboard-navigable"

export type LadderLevel = {
  readonly name: string
  readonly price: number
  readonly tone: "stop" | "entry" | "target" | "support" | "resistance"
}

export type Band = { readonly name: string; readonly low: number; readonly high: number }

type PriceLadderProps = {
  readonly name: string
  readonly ladderLevels: readonly LadderLevel[]
  readonly bands: readonly Band[]
  /** The price at purchase. */
  readonly price: number
}

const GAP_REM = 1.45

/**
 * Prices on one vertical axis, to scale. Labels that would overlap are moved apart and joined to their price by a
 * line.
 *
 * Each label is text, so the chart needs no separate table.
 */
export function PriceLadder({ name, ladderLevels, bands, price }: PriceLadderProps) {
  const ordered = ladderLevels.toSorted((a, b) => b.price - a.price)
  const axis = axisOf([
    price,
    ...ordered.map((ladderLevel) => ladderLevel.price),
    ...bands.flatMap(({ low, high }) => [low, high]),
  ])
  const heightRem = Math.max(16, (ordered.length + 1) * GAP_REM)
  const at = (value: number) => (100 * (axis.high - value)) / (axis.high - axis.low || 1)
  const half = (50 * GAP_REM) / heightRem
  const places = separateLabels(
    ordered.map((ladderLevel) => at(ladderLevel.price) - half),
    { gap: 2 * half, end: 100 - 2 * half },
  ).map((place) => place + half)
  return (
    <KeyboardNavigable label={name}>
      <div className="ladder" style={{ blockSize: `${heightRem}rem` }}>
        <div className="ladder-bands" aria-hidden="true">
          {bands.map(({ name, low, high }) => (
            <span
              data-point={`80% range, ${name}: ${marketPrice(low)} to ${marketPrice(high)}`}
              key={name}
              style={{ insetBlockStart: `${at(high)}%`, insetBlockEnd: `${100 - at(low)}%` }}
            >
              <small>{name}</small>
            </span>
          ))}
          <i style={{ insetBlockStart: `${at(price)}%` }} />
        </div>
        <svg className="ladder-lines" viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
          {ordered.map((ladderLevel, index) => (
            <polyline
              data-tone={ladderLevel.tone}
              key={`${ladderLevel.name} ${ladderLevel.price}`}
              points={`0,${at(ladderLevel.price)} 3,${at(ladderLevel.price)} 8,${places[index]} 10,${places[index]}`}
            />
          ))}
        </svg>
        <ul className="ladder-labels">
          {ordered.map((ladderLevel, index) => (
            <li
              data-point={`${ladderLevel.name}: ${marketPrice(ladderLevel.price)}, ${distanceOf(ladderLevel, price)}`}
              data-tone={ladderLevel.tone}
              key={`${ladderLevel.name} ${ladderLevel.price}`}
              style={{ insetBlockStart: `${(places[index] ?? 0) - half}%` }}
            >
              <span>{ladderLevel.name}</span> <b>{marketPrice(ladderLevel.price)}</b>{" "}
              <small>{distanceOf(ladderLevel, price)}</small>
            </li>
          ))}
        </ul>
      </div>
    </KeyboardNavigable>
  )
}

function distanceOf({ tone, price }: LadderLevel, entry: number): string {
  return tone === "entry" ? "" : awayText(price / entry - 1)
}
