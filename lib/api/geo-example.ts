const unmeasured = {
  direction: "UNCLEAR" as const,
  ar_1h_pct: 0.12,
  ar_4h_pct: -0.35,
  ar_24h_pct: null,
  t_24h: null,
  usual_24h_pct: null,
  significant: false,
  already_moved_pct: -0.4,
  market_open: true,
  note: "settles within 24h",
}

/** An invented event, complete in every field. */
export const geoEventExample = {
  id: "chokepoint-2026-11-20-1a2b3c4d",
  cluster_version: 14,
  title: "Iran closes Strait of Hormuz to tankers",
  summary: "CHOKEPOINT (ACT): 14 articles on 12 independent domains, 4 of them tier 1.",
  category: "CHOKEPOINT" as const,
  stage: "ACT" as const,
  actors: [],
  countries: ["IR"],
  region: "Middle East",
  location: null,
  first_seen_at: "2026-11-20T06:15:00.000Z",
  last_seen_at: "2026-11-20T11:45:00.000Z",
  market_open: { gold: true, oil: true },
  severity: "CRITICAL" as const,
  severity_score: 98,
  severity_parts: { base: 0.85, corroboration: 1, novelty: 1.15 },
  gates_applied: [],
  corroboration: { articles: 14, domains: 12, tier1_domains: 4, languages: 2, official_source: false },
  credibility: { score: 100, state_media_share: 0, reasons: ["12 independent domains", "4 of tier 1"] },
  novelty: { z_30d: 6.1, baseline_daily: 3 },
  impact: { BTC: unmeasured, ETH: unmeasured, GOLD: unmeasured, OIL: unmeasured },
  scenario: {
    text: "Oil up while shipping is in doubt, gold up, bitcoin and ether down at first.",
    kind: "scenario, not forecast" as const,
    history: {
      n: 6,
      from: "2019-05-12",
      to: "2024-01-12",
      BTC: { median_pct: -2, lowest_pct: -8.4, highest_pct: 0.4, beyond_noise: 0.17 },
      ETH: { median_pct: -3.1, lowest_pct: -4.4, highest_pct: -1.2, beyond_noise: 0 },
      OIL: { median_pct: 0.2, lowest_pct: -6.7, highest_pct: 2.3, beyond_noise: 0.17 },
      note: "Well-known events, which are remembered for their moves: expect less.",
    },
  },
  sources: [
    {
      title: "Iran closes Strait of Hormuz to tankers",
      url: "https://www.reuters.com/example",
      domain: "reuters.com",
      tier: 1 as const,
      seen_at: "2026-11-20T06:15:00.000Z",
    },
  ],
}

export const geoMetaExample = {
  as_of: "2026-11-20T11:45:00.000Z",
  mode: "sandbox" as const,
  method_version: "geo-2026.11-6",
  sources: [{ name: "gdelt", as_of: "2026-11-20T11:45:00.000Z", age_s: 905 }],
  abstaining: [],
  degraded: [],
  disclaimer: "Headlines classed by keywords, weights not calibrated on live news. Research, not advice.",
}

export const geoAttributionExample = ["The GDELT Project (https://www.gdeltproject.org)"]
