import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const oddsPanel: Panel = {
  id: "odds",
  screen: "/coins/{coin}",
  coinTitle: "odds",
  decisionLine: "Will a price be touched, and is it passed at the end?",
  preview: [
    ["Touch", "Probability that a price is touched within 1h to 30d"],
    ["Close", "Probability that the price is beyond it at the end"],
    ["Market", "What a prediction market pays for the same question, with depth and fee"],
    ["Error", "How far such odds were off after the fit, with n"],
    ["Then free", "Any other price, in this chart, until the next 4h close"],
  ],
  staleAfterMs: 15 * MINUTE_MS,
  heightRem: {},
}
