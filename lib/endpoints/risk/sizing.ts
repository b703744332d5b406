import type { ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Levels } from "@/lib/domain/risk/levels"
import { jointRisk, riskBeside, riskWithin } from "@/lib/domain/risk/joint-risk"
import { riskParameters } from "@/lib/domain/risk/parameters"
import { positionSize, volatilityCap } from "@/lib/domain/risk/position-size"
import { round } from "@/lib/domain/round"
import { annualSigma, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { type Book, jointOf } from "./joint"

/** Positions are capped by the forecast for the next week. */
const WEEK_HOURS = 168

type Sizing = ResponseOf<typeof riskContract>["position_sizing"]

type Question = {
  readonly capitalUsd: number
  readonly riskPct: number
  readonly levels: Levels
  readonly volatility: VolatilityForecast
  /** Open positions; `null`: none are named. */
  readonly book: Book | null
}

/** How large the position may be, at 1% risk and at the risk that was asked for. @throws {DataUnavailableError} */
export function sizingOf(question: Question): Sizing {
  const { capitalUsd, levels, book } = question
  const { side } = levels
  const riskPct = book === null ? question.riskPct : riskBeside(question.riskPct, side, book.held)
  const sigmaAnnual = annualSigma(question.volatility, WEEK_HOURS)
  const stopPct = (100 * Math.abs(levels.entry - levels.stop)) / levels.entry
  const ownShare = volatilityCap(sigmaAnnual)
  const volatilityShare = book === null ? ownShare : Math.min(1, roomBeside(book, { side, stopPct, sigmaAnnual }))
  const atOne = sizeFor(question, 1, ownShare)
  const asked = sizeFor(question, riskPct, volatilityShare)
  const limitedBy = asked.limitedBy === "risk" && riskPct < question.riskPct ? "held" : asked.limitedBy
  return {
    example_1pct_risk: {
      capital: capitalUsd,
      risk_per_trade: round(capitalUsd / 100, 4),
      position_size: round(atOne.positionUsd, 2),
    },
    requested: {
      capital: capitalUsd,
      risk_pct: question.riskPct,
      risk_per_trade: round((capitalUsd * riskPct) / 100, 4),
      position_size: round(asked.positionUsd, 2),
      quantity: round(asked.positionUsd / question.levels.entry, 8),
      loss_at_stop: round(asked.riskUsd, 4),
      limited_by: limitedBy,
    },
    ...(book && {
      joint: jointOf(book, {
        side,
        riskPct: (100 * asked.riskUsd) / capitalUsd,
        annualSigmaPerRisk: sigmaAnnual / stopPct,
      }),
    }),
    volatility_cap_pct: round(100 * volatilityShare, 4),
  }
}

function sizeFor(question: Question, riskPct: number, volatilityShare: number) {
  const { capitalUsd, levels } = question
  const size = positionSize({
    capitalUsd,
    entryUsd: levels.entry,
    stopUsd: levels.stop,
    volatilityShare,
    riskShare: riskPct / 100,
  })
  if (size === null) throw new DataUnavailableError("The market does not move: no stop lies beside the price.")
  return size
}

type Plan = { readonly side: "long" | "short"; readonly stopPct: number; readonly sigmaAnnual: number }

/**
 * The share of the capital at which the plan and the open positions have 40% annual volatility together. Every stop is taken to be
 * as many standard deviations of its coin away as the plan's, so that risks are in proportion to volatilities.
 */
function roomBeside(book: Book, { side, stopPct, sigmaAnnual }: Plan): number {
  const limitPct = (riskParameters.position.targetVolatility / sigmaAnnual) * stopPct
  return riskWithin(limitPct, side, { held: book.held, heldPct: jointRisk(book.held, book.between) }) / stopPct
}
