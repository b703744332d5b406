import { marketPrice } from "@/lib/client/format/money"

type PriceMark = { readonly name: string; readonly price: number; readonly tone: "stop" | "target" }

export type PriceAxis = { readonly low: number; readonly high: number }

type RangeBarProps = {
  readonly axis: PriceAxis
  readonly low: number
  readonly high: number
  /** The price now. */
  readonly price: number
  readonly marks: readonly PriceMark[]
}

/** One range on a price axis that several bars share. The numbers stand beside it, so it is hidden from readers aloud. */
export function RangeBar({ axis, low, high, price, marks }: RangeBarProps) {
  const at = (value: number) => `${(100 * (value - axis.low)) / (axis.high - axis.low || 1)}%`
  const visible = marks.filter((mark) => mark.price >= axis.low && mark.price <= axis.high)
  return (
    <div className="range" aria-hidden="true">
      <span className="range-band" style={{ insetInlineStart: at(low), insetInlineEnd: `calc(100% - ${at(high)})` }} />
      {visible.map((mark) => (
        <span
          className="range-mark"
          data-tone={mark.tone}
          key={mark.name}
          style={{ insetInlineStart: at(mark.price) }}
          title={`${mark.name} ${marketPrice(mark.price)}`}
        />
      ))}
      <span className="range-now" style={{ insetInlineStart: at(price) }} />
    </div>
  )
}

/** Wide enough for all that must be compared, with a little air. */
export function axisOf(values: readonly number[]): PriceAxis {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const air = (high - low) * 0.04
  return { low: low - air, high: high + air }
}
