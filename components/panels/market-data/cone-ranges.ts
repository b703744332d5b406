import type { PlotCone } from "@/components/charts/cone-shades"
import type { ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/endpoints/signal/contract"
import { marketPrice } from "@/lib/client/format/money"

type Range = { readonly low: number; readonly high: number }
type Quantiles = Pick<
  NonNullable<ResponseOf<typeof signalContract>["outlook"]["quantiles"]>["24h"],
  "p02_5" | "p10" | "p25" | "p50" | "p75" | "p90" | "p97_5"
>

/**
 * The 50% and 95% ranges beside an 80% range. Quantiles are those of the close: at another price and with less time left they
 * move and narrow in logs as the 80% range does.
 */
export function nestedRanges(
  { low, high }: Range,
  quantiles: Quantiles,
): Required<Pick<PlotCone, "range50" | "range95">> {
  const middle = Math.sqrt(low * high)
  const scale = Math.log(high / low) / Math.log(quantiles.p90 / quantiles.p10)
  const moved = (price: number) => middle * (price / quantiles.p50) ** scale
  return {
    range50: { low: moved(quantiles.p25), high: moved(quantiles.p75) },
    range95: { low: moved(quantiles.p02_5), high: moved(quantiles.p97_5) },
  }
}

/** `$95,800 to $97,200` */
export function rangeText({ low, high }: Range): string {
  return `${marketPrice(low)} to ${marketPrice(high)}`
}
