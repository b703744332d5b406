import { regimeParameters } from "@/lib/domain/regime/parameters"
import { barrierTable } from "@/lib/domain/risk/barrier-table"
import { riskParameters } from "@/lib/domain/risk/parameters"
import { harCoefficients, range80Widths } from "@/lib/domain/volatility/forecast"
import { touchMaps } from "@/lib/domain/volatility/touch-maps"
import { weekVarianceCoefficients } from "@/lib/domain/volatility/week-variance"
import { parameters } from "./parameters"

/** Which method made an answer: a version for people, and a fingerprint that no edit of a parameter escapes. */
export const METHOD_VERSION = `2026.11-${fingerprint(
  JSON.stringify([
    parameters,
    riskParameters,
    regimeParameters,
    harCoefficients,
    range80Widths,
    weekVarianceCoefficients,
    touchMaps,
    barrierTable,
  ]),
)}`

/** FNV-1a, 32 bits: tells versions apart, protects nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, "0")
}
