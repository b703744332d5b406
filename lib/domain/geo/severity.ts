import type { GeoClass } from "./geo-class"

export const SEVERITIES = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const

export type Severity = (typeof SEVERITIES)[number]

/** How an event is reported. */
export type Evidence = {
  /** Independent domains; copies of one headline count once. */
  readonly domains: number
  readonly tier1Domains: number
  readonly isStateMediaOnly: boolean
  /** Robust z of today's articles against 30 days; `null` without a baseline. */
  readonly z: number | null
}

export type Gate =
  | "single_domain"
  | "state_media_only"
  | "high_needs_3_domains"
  | "critical_needs_5_domains"
  | "critical_needs_2_tier1"
  | "critical_needs_novelty"
  | "critical_needs_act"

export type Assessment = {
  readonly severity: Severity
  /** 0 to 100, before gates. */
  readonly score: number
  readonly parts: { readonly base: number; readonly corroboration: number; readonly novelty: number }
  /** Gates that lowered the severity. */
  readonly gates: readonly Gate[]
}

/**
 * Severity of an event: base × corroboration × novelty, then gates. Time does not lower it, it only ends alerts.
 *
 * An unknown novelty counts as usual news (1.0) and can never be critical.
 */
export function assessSeverity(event: GeoClass, evidence: Evidence): Assessment {
  const { z } = evidence
  const corroboration = Math.min(1, 0.4 + (0.6 * Math.log(1 + evidence.domains)) / Math.log(13))
  const novelty = z === null ? 1 : Math.min(1.15, Math.max(0.7, 0.7 + 0.15 * z))
  const score = Math.min(100, Math.round(100 * event.base * corroboration * novelty))
  const { severity, gates } = applyGates(bandOf(score), event, evidence)
  return { severity, score, parts: { base: event.base, corroboration, novelty }, gates }
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)
}

function bandOf(score: number): Severity {
  if (score < 25) return "LOW"
  if (score < 50) return "MEDIUM"
  return score < 75 ? "HIGH" : "CRITICAL"
}

function applyGates(band: Severity, event: GeoClass, { domains, tier1Domains, isStateMediaOnly, z }: Evidence) {
  const canBeCriticalThreat = event.category === "NUCLEAR" || event.category === "CHOKEPOINT"
  const caps: readonly (readonly [Gate, Severity, boolean])[] = [
    ["critical_needs_5_domains", "HIGH", domains < 5],
    ["critical_needs_2_tier1", "HIGH", tier1Domains < 2],
    ["critical_needs_novelty", "HIGH", z === null || z < 2],
    ["critical_needs_act", "HIGH", event.stage !== "ACT" && !(event.stage === "THREAT" && canBeCriticalThreat)],
    ["state_media_only", "MEDIUM", isStateMediaOnly],
    ["single_domain", "MEDIUM", domains <= 1],
    ["high_needs_3_domains", "MEDIUM", domains < 3],
  ]
  const lowering = caps.filter(([, cap, applies]) => applies && !isAtLeast(cap, band))
  const severity = lowering.reduce<Severity>((least, [, cap]) => (isAtLeast(least, cap) ? cap : least), band)
  return { severity, gates: lowering.map(([gate]) => gate) }
}
