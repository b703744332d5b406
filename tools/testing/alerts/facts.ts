import type { AlertFacts } from "@/lib/domain/alerts/condition"

const NOTHING = { funding: null, open_interest: null, liquidations: null, implied_volatility: null }

/** No venue is known. */
export const NO_DERIVATIVES: AlertFacts["derivatives"] = { BTC: NOTHING, ETH: NOTHING, SOL: NOTHING }
