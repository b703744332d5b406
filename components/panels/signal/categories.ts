/** The four kinds of indicator, in the order in which they are shown. */
export const categoryNames = [
  ["technical", "Technical"],
  ["trend", "Trend"],
  ["sentiment", "Sentiment"],
  ["macro", "Macro"],
] as const
