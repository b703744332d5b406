import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/api/health"
import type { ManagedCandleFeed } from "@/lib/feeds/candle-feed"
import type { Settler } from "@/lib/payments/settler"
import type { Store } from "@/lib/store/open-store"
import { runtime } from "./runtime"

type Health = ResponseOf<typeof healthContract>
type Part = Health["parts"][number]

/** The service is down when it cannot take money safely or has nothing worth selling; degraded when some of it is old. */
export async function health(): Promise<Health> {
  const { candles, store, settler, config } = await runtime()
  const parts = [candlePart(candles), await storePart(store), settlerPart(settler)]
  const worst = parts.some(({ status }) => status === "down")
    ? "down"
    : parts.some(({ status }) => status === "degraded")
      ? "degraded"
      : "ok"
  return { status: worst, timestamp: new Date().toISOString(), mode: config.mode, parts }
}

function candlePart(feed: ManagedCandleFeed): Part {
  const { series } = feed.status()
  const stale = series.filter(({ isFresh }) => !isFresh)
  const oldest = Math.min(...series.map(({ asOfMs }) => asOfMs ?? Number.POSITIVE_INFINITY))
  const sources = [...new Set(series.map(({ source }) => source).filter((name) => name !== null))]
  return {
    name: "candles",
    status: stale.length === 0 ? "ok" : stale.length === series.length ? "down" : "degraded",
    as_of: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
    detail: stale.length === 0 ? sources.join(", ") : `too old: ${stale.map((s) => `${s.coin} ${s.kind}`).join(", ")}`,
  }
}

async function storePart(store: Store): Promise<Part> {
  const reached = await store
    .selectFrom("payments")
    .select("seq")
    .limit(1)
    .execute()
    .then(() => true)
    .catch(() => false)
  return { name: "store", status: reached ? "ok" : "down", as_of: null, detail: reached ? "embedded" : "unreachable" }
}

function settlerPart(settler: Settler): Part {
  const { waiting, inFlight, lastSettledMs } = settler.status()
  return {
    name: "settler",
    status: waiting > 1_000 ? "degraded" : "ok",
    as_of: lastSettledMs === null ? null : new Date(lastSettledMs).toISOString(),
    detail: `${waiting} waiting, ${inFlight} in flight`,
  }
}
