import type { Perpetual } from "@/lib/domain/market/perpetual"
import type { HyperliquidContext } from "./schema"

/** Names reach screens and addresses. */
const SYMBOL = /^[A-Za-z0-9]{1,20}$/

/** One contract, or nothing when it is delisted or cannot be read. */
export function toPerpetual(
  { name, isDelisted = false }: { readonly name: string; readonly isDelisted?: boolean | undefined },
  context: HyperliquidContext | null,
): Perpetual[] {
  if (context === null || isDelisted || !SYMBOL.test(name)) return []
  const { markPx, prevDayPx, dayNtlVlm } = context
  return [{ symbol: name, priceUsd: markPx, dayBeforeUsd: prevDayPx, volume24hUsd: Math.max(0, dayNtlVlm) }]
}
