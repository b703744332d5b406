import type { ResponseOf } from "@/lib/api/contract"
import type { Perpetual, PerpetualFeed } from "@/lib/domain/market/perpetual"
import { round } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { ageSeconds } from "@/lib/usecases/market-data"
import type { marketPerpetualsContract } from "./contract"

type Answer = ResponseOf<typeof marketPerpetualsContract>

/** `isDisabled`: the profile does not permit its only source. */
export type WatchlistFeed = PerpetualFeed & { status(): { readonly isDisabled?: boolean } }

type Ports = {
  readonly perpetuals: WatchlistFeed
  readonly mode: Answer["mode"]
  readonly nowMs: number
}

const WITHHELD = "The terms of the source do not allow its prices to be passed on (SOURCES=strict)."

/** Prices of the contracts that are traded most. Without current prices the list is empty, never an error. */
export async function getMarketPerpetuals({ perpetuals, mode, nowMs }: Ports): Promise<Answer> {
  const read = await perpetuals.read()
  return {
    timestamp: isoTime(nowMs),
    mode,
    source: read?.source ?? null,
    as_of: read ? isoTime(read.asOfMs) : null,
    age_s: read ? ageSeconds(read.asOfMs, nowMs) : null,
    perpetuals: (read?.value ?? []).map(toPrice),
    withheld: perpetuals.status().isDisabled ? WITHHELD : null,
  }
}

function toPrice({ symbol, priceUsd, dayBeforeUsd, volume24hUsd }: Perpetual): Answer["perpetuals"][number] {
  return {
    symbol,
    price: priceUsd,
    change_24h_pct: dayBeforeUsd === null ? null : round(100 * (priceUsd / dayBeforeUsd - 1), 2),
    volume_24h_usd: Math.round(volume24hUsd),
  }
}
