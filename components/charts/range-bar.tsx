import { marketPrice } from "@/lib/client/format/money"

type PriceMark = { readonly name: string; readonly price: number; readonly tone: "stop" | "target" }

export type PriceAxis = { readonly low: number; readonly high: number }

type RangeBarProps = {
  /** The horizon of the range: `24h`. */
  readonly name: string
  readonly axis: PriceAxis
  readonly low: number
  readonly high: number
  /** The price at purchase. */
  readonly price: number
  readonly marks: readonly PriceMark[]
}

/** One range on a shared price axis. The numbers stand beside it, so it is hidden from screen readers. */
export function RangeBar({ name, axis, low, high, price, marks }: RangeBarProps) {
  const at = (value: number) => `${(100 * (value - axis.low)) / (axis.high - axis.low || 1)}%`
  const visible = marks.filter((mark) => mark.price >= axis.low && mark.price <= axis.high)
  return (
    <div className="range" aria-hidden="true">
      <span
        className="range-band"
        data-point={`${name}: 80% range, ${marketPrice(low)} to ${marketPrice(high)}`}
        style={{ insetInlineStart: at(low), insetInlineEnd: `calc(100% - ${at(high)})` }}
      />
      {visible.map((mark) => (
        <span
          className="range-mark"
          data-point={`${name}: ${mark.name} ${marketPrice(mark.price)} lies ${sideOf(mark.price, low, high)} the range`}
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

function sideOf(price: number, low: number, high: number): string {
  return price < low ? "below" : price > high ? "above" : "inside"
}

/** An axis that covers all values with a margin, a share of their range. Equal values have a margin, too, so the axis is never empty. */
export function axisOf(values: readonly number[], marginShare = 0.04): PriceAxis {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max((high - low) * marginShare, Math.abs(high) * 1e-6)
  return { low: low - margin, high: high + margin }
}
