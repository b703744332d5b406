/** The coins that are sold, in the order in which they are shown. */
export const COINS = ["BTC", "ETH", "SOL"] as const

export type Coin = (typeof COINS)[number]
