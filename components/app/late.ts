/*
 * What every page loads after the first paint, in one module: separate modules would each repeat the schemas, the query
 * library and the stores that they share.
 */
export { MarketStrip } from "@/components/panels/market-data/market-strip"
export { RecordStripStats, ReplaySummary } from "@/components/panels/record/record-strip-stats"
export { HealthText } from "@/components/shell/health-text"
export { LateParts } from "@/components/shell/late-parts"
export { createPurchaseClient } from "@/lib/client/purchase-client"
export { followStream } from "@/lib/client/versions/follow-stream"

/* Loaded from here, a chart's module leaves out what this module has. */
export const loadCoinChart = () =>
  import("@/components/panels/market-data/coin-chart").then((module) => module.CoinChart)
export const loadCallsBoard = () => import("@/components/panels/record/calls-board").then((module) => module.CallsBoard)
export const loadWatchlist = () =>
  import("@/components/panels/market-data/watchlist").then((module) => module.Watchlist)
