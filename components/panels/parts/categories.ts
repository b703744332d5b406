/** The indicator categories in display order. */
export const categoryNames = [
  ["technical", "Technical"],
  ["trend", "Trend"],
  ["sentiment", "Sentiment"],
  ["macro", "Macro"],
] as const
