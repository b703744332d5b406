/* What a chart of a coin loads after the first paint. */
export { CoinChart } from "@/components/panels/market-data/coin-chart"
export { CallsBoard } from "@/components/panels/record/calls-board"
