/** The number of sessions with flows in one direction. Negative: outflows. A day without flows ends a streak. */
export function streakText(sessions: number): string {
  if (sessions === 0) return "neither in- nor outflows"
  const count = Math.abs(sessions)
  return `${count} ${count === 1 ? "session" : "sessions"} of ${sessions < 0 ? "outflows" : "inflows"}`
}
