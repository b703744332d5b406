/** For how many sessions it has gone one way: negative ones are outflows, and a day on which nothing moved ends both. */
export function streakText(sessions: number): string {
  if (sessions === 0) return "neither in- nor outflows"
  const count = Math.abs(sessions)
  return `${count} ${count === 1 ? "session" : "sessions"} of ${sessions < 0 ? "outflows" : "inflows"}`
}
