import { marketPrice } from "@/lib/client/format/money"

export type PriceRange = { readonly name: string; readonly low: number; readonly high: number }
export type PriceMark = { readonly name: string; readonly price: number; readonly tone: "stop" | "target" }

type RangeScaleProps = {
  readonly price: number
  readonly ranges: readonly PriceRange[]
  readonly marks: readonly PriceMark[]
}

/** Ranges and levels on one price axis, so that a stop can be compared with what is likely. */
export function RangeScale({ price, ranges, marks }: RangeScaleProps) {
  const all = [price, ...ranges.flatMap(({ low, high }) => [low, high]), ...marks.map((mark) => mark.price)]
  const low = Math.min(...all)
  const span = Math.max(...all) - low || 1
  const at = (value: number) => `${(100 * (value - low)) / span}%`
  return (
    <div className="scale" aria-hidden="true">
      <span className="scale-now" style={{ insetInlineStart: at(price) }} />
      {ranges.map((range) => (
        <div className="scale-row" key={range.name}>
          <span
            className="scale-band"
            style={{ insetInlineStart: at(range.low), inlineSize: `${(100 * (range.high - range.low)) / span}%` }}
          />
        </div>
      ))}
      {marks.length > 0 ? (
        <div className="scale-row">
          {marks.map((mark) => (
            <span
              className="scale-mark"
              data-tone={mark.tone}
              key={mark.name}
              style={{ insetInlineStart: at(mark.price) }}
              title={`${mark.name} ${marketPrice(mark.price)}`}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
