/** What an agent is sent for. */
export type Task = {
  readonly need: string
  /** US dollars. */
  readonly budget: number
  /** The price of what should be found. */
  readonly price: number
  /** What the answer must say. */
  readonly expected: RegExp
}

export const TASKS: readonly Task[] = [
  {
    need: "The direction of BTC with its calibrated probability and votes.",
    budget: 0.1,
    price: 0.05,
    expected: /"coin":"BTC".*"direction":"[A-Z_]+"/,
  },
  {
    need: "The probability of touching 4000 prices of ETH within 48 hours.",
    budget: 0.05,
    price: 0.02,
    expected: /"coin":"ETH".*4000/,
  },
  {
    need: "United States events of the next days: CPI, FOMC and NFP from their official publishers.",
    budget: 0.05,
    price: 0.03,
    expected: /"upcoming_7d":\[/,
  },
  {
    need: "Net flows of the US spot funds that hold SOL.",
    budget: 0.05,
    price: 0.02,
    expected: /"by_etf":\{/,
  },
  { need: "Price of coins with 24h change and sparkline, free.", budget: 0, price: 0, expected: /"coins":/ },
  { need: "Stop and targets of BTC with position size.", budget: 0.05, price: 0.1, expected: /^null$/ },
]
