import { browserStorage } from "@/lib/client/browser/browser-storage"
import { createWatchlist, type WatchlistStore } from "./watchlist"

let ofPage: WatchlistStore | null = null

/** The list of this browser, shared by all parts of the page and all tabs. */
export function pageWatchlist(): WatchlistStore {
  if (ofPage === null) {
    const list = createWatchlist(browserStorage())
    window.addEventListener("storage", list.reload)
    ofPage = list
  }
  return ofPage
}
