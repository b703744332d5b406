import { fnv1aHex } from "@/lib/domain/fnv1a"
import { regimeParameters } from "@/lib/domain/regime/parameters"
import { barrierTable } from "@/lib/domain/risk/barrier-table"
import { riskParameters } from "@/lib/domain/risk/parameters"
import { harCoefficients, range80Widths } from "@/lib/domain/volatility/forecast"
import { touchMaps } from "@/lib/domain/volatility/touch-maps"
import { weekVarianceCoefficients } from "@/lib/domain/volatility/week-variance"
import { parameters } from "./parameters"

/** Which method made an answer: a version for people, and a fingerprint that no edit of a parameter escapes. */
export const METHOD_VERSION = `2026.11-${fnv1aHex(
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
