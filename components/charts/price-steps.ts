import type { PriceAxis } from "./range-bar"

/** Steps of a line that is moved by keys: about a thousandth of the price, a round number. */
export function stepOf(price: number): number {
  return 10 ** Math.floor(Math.log10(price / 300))
}

/** A price on the steps of its line, within the axis. */
export function snapped(price: number, axis: PriceAxis, step: number): number {
  const [low, high] = [Math.ceil(axis.low / step), Math.floor(axis.high / step)]
  const steps = Math.min(high, Math.max(low, Math.round(price / step)))
  return Number((steps * step).toPrecision(12))
}

/** The price after a key of a slider; `null` for any other key. */
export function priceAfterKey(key: string, price: number, axis: PriceAxis): number | null {
  const step = stepOf(price)
  const by: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowRight: 1,
    ArrowDown: -1,
    ArrowLeft: -1,
    PageUp: 10,
    PageDown: -10,
  }
  if (key === "Home") return snapped(axis.low, axis, step)
  if (key === "End") return snapped(axis.high, axis, step)
  const steps = by[key]
  return steps === undefined ? null : snapped(price + steps * step, axis, step)
}
