/* What the overview loads after the first paint. */
export { MarketStrip } from "@/components/panels/market-data/market-strip"
export { OwnedBands } from "@/components/panels/market-data/owned-bands"
export { RecordStripStats, ReplaySummary } from "@/components/panels/record/record-strip-stats"
