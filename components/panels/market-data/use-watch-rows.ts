import { useQuery } from "@tanstack/react-query"
import { useState, useSyncExternalStore } from "react"
import { useNow } from "@/lib/client/browser/use-now"
import { freeRead, pageQueries } from "@/lib/client/reads/queries"
import { defaultWatched, type Perpetuals, type WatchRow, watchRows } from "@/lib/client/watchlist/watch-rows"
import type { Watched } from "@/lib/client/watchlist/watchlist"
import { pageWatchlist } from "@/lib/client/watchlist/watchlist-store"
import { marketPerpetualsContract } from "@/lib/endpoints/market-perpetuals/contract"
import { type Prices, useMarketPrices } from "./use-market-prices"

const PATH = "/api/market/perpetuals"
const POLL_MS = 15_000
const NONE: readonly Watched[] = []

/** The watchlist of this browser with prices; on the server, and until a reader chooses, the default. */
export function useWatchRows(initial: { readonly perpetuals: Perpetuals | null; readonly prices: Prices | null }) {
  const [queries] = useState(pageQueries)
  const read = freeRead(PATH, marketPerpetualsContract.response, { everyMs: POLL_MS })
  const { data, isError } = useQuery(
    { ...read, ...(initial.perpetuals && { initialData: initial.perpetuals }) },
    queries,
  )
  const answer = data ?? null
  const perpetuals = useLastPrices(answer)
  const { prices } = useMarketPrices(initial.prices)
  const nowMs = useNow()
  const chosen = useSyncExternalStore(
    subscribe,
    () => pageWatchlist().get(),
    () => NONE,
  )
  const [hadList] = useState(() => typeof window !== "undefined" && pageWatchlist().get().length > 0)
  const list = chosen.length === 0 ? defaultWatched(perpetuals) : chosen
  const atMs = nowMs > 0 ? nowMs : Date.parse(answer?.timestamp ?? "")
  const rows: readonly WatchRow[] = watchRows(list, { perpetuals, prices, nowMs: atMs })
  const symbols = perpetuals?.perpetuals.map(({ symbol }) => symbol) ?? []
  return {
    list,
    rows,
    symbols,
    isDefault: chosen.length === 0,
    /** Another one replaces the rows of the server at once: rows that moved to their places would move the page. */
    key: hadList && chosen !== NONE ? "reader" : "server",
    hasFailed: isError,
    withheld: answer?.withheld ?? null,
  }
}

function subscribe(listener: () => void) {
  return pageWatchlist().subscribe(listener)
}

/** An answer without prices does not remove those that are shown: they stay, and grow old. */
function useLastPrices(answer: Perpetuals | null): Perpetuals | null {
  const [last, setLast] = useState(answer)
  const hasPrices = answer !== null && answer.perpetuals.length > 0
  if (hasPrices && answer !== last) setLast(answer)
  return hasPrices ? answer : last
}
