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
