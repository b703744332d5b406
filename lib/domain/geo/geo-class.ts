export const GEO_CATEGORIES = [
  "WAR",
  "NUCLEAR",
  "CHOKEPOINT",
  "SANCTIONS",
  "TARIFFS",
  "ENERGY",
  "TERROR",
  "COUP",
  "CYBER_FINANCIAL_RAILS",
  "CRYPTO_POLICY",
  "DE_ESCALATION",
  "OTHER",
] as const

export type GeoCategory = (typeof GEO_CATEGORIES)[number]

export const GEO_STAGES = ["THREAT", "ACT", "ESCALATION", "DE_ESCALATION"] as const

/** Threats and acts move markets differently (Caldara & Iacoviello 2022, Measuring Geopolitical Risk). */
export type GeoStage = (typeof GEO_STAGES)[number]

export type GeoClass = { readonly category: GeoCategory; readonly stage: GeoStage; readonly base: number }

/** Base weight of each kind of event, 0 to 1: a choice, informed by the eight categories of the GPR index. */
export const geoClasses = {
  war_act: { category: "WAR", stage: "ACT", base: 0.85 },
  war_escalation: { category: "WAR", stage: "ESCALATION", base: 0.7 },
  war_threat: { category: "WAR", stage: "THREAT", base: 0.55 },
  nuclear_use: { category: "NUCLEAR", stage: "ACT", base: 1 },
  nuclear_threat: { category: "NUCLEAR", stage: "THREAT", base: 0.8 },
  chokepoint_closed: { category: "CHOKEPOINT", stage: "ACT", base: 0.85 },
  chokepoint_threat: { category: "CHOKEPOINT", stage: "THREAT", base: 0.55 },
  sanctions_package: { category: "SANCTIONS", stage: "ACT", base: 0.65 },
  sanctions_listing: { category: "SANCTIONS", stage: "ACT", base: 0.4 },
  sanctions_threat: { category: "SANCTIONS", stage: "THREAT", base: 0.4 },
  tariffs_broad: { category: "TARIFFS", stage: "ACT", base: 0.65 },
  tariffs_product: { category: "TARIFFS", stage: "ACT", base: 0.4 },
  tariffs_threat: { category: "TARIFFS", stage: "THREAT", base: 0.4 },
  energy: { category: "ENERGY", stage: "ACT", base: 0.6 },
  terror: { category: "TERROR", stage: "ACT", base: 0.5 },
  coup_major: { category: "COUP", stage: "ACT", base: 0.6 },
  coup_minor: { category: "COUP", stage: "ACT", base: 0.35 },
  financial_rails: { category: "CYBER_FINANCIAL_RAILS", stage: "ACT", base: 0.6 },
  crypto_policy: { category: "CRYPTO_POLICY", stage: "ACT", base: 0.45 },
  de_escalation: { category: "DE_ESCALATION", stage: "DE_ESCALATION", base: 0.5 },
  other: { category: "OTHER", stage: "ACT", base: 0.2 },
} as const satisfies Record<string, GeoClass>

export type GeoClassName = keyof typeof geoClasses
