import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const signalPanel: Panel = {
  id: "signal",
  screen: "/coins/{coin}",
  coinTitle: "signal",
  decisionLine: "Long, short or no trade: 24h odds, levels for 14 days",
  preview: [
    ["Direction", "Seven grades, Strong short to Strong long"],
    ["Strength", "Agreement among indicators, 0–100"],
    ["Probability", "Calibrated for 24h; rarely far from 50%"],
    ["Votes", "How each of 25 indicators votes"],
    ["80% ranges", "80% of closes should land inside, 24h and 7d"],
    ["Levels", "Entry, stop, 3 targets with odds to 14 days (none when neutral)"],
    ["Data", "Sources and data age"],
  ],
  staleAfterMs: 15 * MINUTE_MS,
  heightRem: { full: 45.5, phone: 52.7, compact: 25.5 },
}
