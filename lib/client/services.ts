/**
 * Everything that reads from the service or buys from it, in one module that loads after the first paint. Separate modules
 * would each repeat the schemas that they share.
 */
export { fetchCandles, fetchPrices } from "./fetch-market"
export { fetchHealth } from "./health"
export { createPurchaseClient } from "./purchase-client"
export { serviceStream } from "./stream/service-stream"
export { followStream } from "./versions/follow-stream"
