/** What is different from a day on, for who buys. */
export type Change = {
  /** UTC. */
  readonly date: `${number}-${number}-${number}`
  /** `method`: the same question may be answered otherwise. `interface`: what can be asked, and how. */
  readonly kind: "method" | "interface"
  /** What `meta.method_version`, the arena's `rules_version` or the interface's version says since. */
  readonly versions: readonly string[]
  readonly title: string
  readonly effect: string
}

/** The newest first. A test asks for an entry of each version that the code answers with. */
export const changes: readonly Change[] = [
  {
    date: "2026-11-22",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Figures that count what is absent",
    effect:
      "sample.missed of /stats counts closes until now, where it ended with the newest record. ok_share of /status counts " +
      "time without the service as not ok. expectancy_ci95 and alpha_ci95 of the significance in /stats span both the " +
      "bootstrap and the normal interval. A replay is of 84 days, where it was of 70, and reads no value before it was " +
      "published. Fields and their types stay.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["arena-3", "arena-2"],
    title: "The arena counts every day and ranks by what a record shows",
    effect:
      "Since arena-2 ranks follow the lower end of the Sharpe ratio's 95 % interval, with cash among the ranked at 0. " +
      "Since arena-3 positions are held and valued through days without a record: with gaps in it, curve, days and " +
      "ratios are others, those of paper_equity in /stats too.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["geo-2026.11-2"],
    title: "No attention score against days that nobody watched",
    effect:
      "The index's z_vs_week is null until the world's news is known for the six days before: documents and feeds of " +
      "single outlets no longer stand in for them. Events and alerts stay.",
  },
  {
    date: "2026-11-22",
    kind: "interface",
    versions: ["1.0.0"],
    title: "What a quote and OpenAPI say before you pay",
    effect:
      "A quote over MCP names the version for sale and the texts to sign, as over HTTP. OpenAPI says how often each answer " +
      "changes and how old its data is at most (x-freshness). GET /api/changelog is this list, GET /api/record/calls one " +
      "coin's calls. Nothing was taken away.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["calendar-2026.11-4"],
    title: "Decisions of the Fed are listed where its own list ends too soon",
    effect: "The calendar and the regime's risk level know of a decision that the Fed's list does not reach.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["2026.11-faa90d22"],
    title: "Long/short accounts are compared with a month",
    effect:
      "One value a day counts, where the last four days made up most of the sample. One of the 25 votes may differ, and " +
      "with it direction and strength.",
  },
  {
    date: "2026-11-22",
    kind: "method",
    versions: ["yields-2026.11-2", "recommend-2026.11-2"],
    title: "No pool looks calmer than it is",
    effect:
      "Stability, grade, range and apy_sigma follow the spread of the yield itself, about twenty times that of its daily " +
      "returns. Grades may fall and allocations shift; the ranking stays.",
  },
  {
    date: "2026-11-22",
    kind: "interface",
    versions: ["1.0.0"],
    title: "Tools for agents, and a preview in each 402",
    effect:
      "Every endpoint but the sealed record is a tool at /mcp. The body of a 402 says which version would be bought and " +
      "whether it is sold now.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["2026.11-c68430c5"],
    title: "Volatility reads ranges and days of the week",
    effect:
      "On closes that the fit has not seen the 80 % range for 24 h held 79.8 % of the time, where it held 83 %. A class " +
      "no longer changes by one vote alone: 0.25 changes a day instead of 0.33.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["2026.11-34992b22"],
    title: "NEUTRAL when too few vote",
    effect: "Below 15 indicators in three categories the call is NEUTRAL and says why.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["calendar-2026.11-3"],
    title: "Option expiries and difficulty adjustments",
    effect: "The calendar lists both, and each publisher with its own age.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: ["treasuries-2026.11-2", "calendar-2026.11-2"],
    title: "Trades with their filings, events with their figures",
    effect:
      "A reported trade of a company stands beside its nearest filing, and what was only observed is shown as such. " +
      "Events have forecast and previous value, and a list that ends within 48 hours cannot vouch for a quiet calendar.",
  },
  {
    date: "2026-11-21",
    kind: "method",
    versions: [
      "2026.11-8451e9a2",
      "etf-2026.11-1",
      "calendar-2026.11-1",
      "treasuries-2026.11-1",
      "yields-2026.11-1",
      "recommend-2026.11-1",
      "dex-2026.11-1",
      "geo-2026.11-1",
      "arena-1",
    ],
    title: "First methods",
    effect: "Where the record of every method begins.",
  },
  {
    date: "2026-11-20",
    kind: "interface",
    versions: ["1.0.0"],
    title: "First interface",
    effect: "Paths, prices, parameters and the fields of each answer, as OpenAPI has them.",
  },
]
