import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/**
 * One simulated market for all tests of a worker, because its past takes a second to compute. It has a tenth of the DeFi pools,
 * because most tests read them only to have an answer.
 */
export const testMarket = createSimulatedMarket({ seed: 402, poolShare: 0.1 })
