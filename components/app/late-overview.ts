/* What the overview loads after the first paint. */
export { RecordStripStats, ReplaySummary } from "@/components/panels/record/record-strip-stats"
