import type { ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "@/lib/api/risk"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Levels } from "@/lib/domain/risk/levels"
import { riskBeside } from "@/lib/domain/risk/joint-risk"
import { positionSize, volatilityCap } from "@/lib/domain/risk/position-size"
import { round } from "@/lib/domain/round"
import { annualSigma, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { type Book, jointOf } from "./risk-joint"

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
  const atOne = sizeFor(question, 1)
  const asked = sizeFor(question, riskPct)
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
    ...(book && { joint: jointOf(book, side, (100 * asked.riskUsd) / capitalUsd) }),
    volatility_cap_pct: round(100 * volatilityCap(sigmaAnnualOf(question)), 4),
  }
}

function sizeFor(question: Question, riskPct: number) {
  const { capitalUsd, levels } = question
  const size = positionSize({
    capitalUsd,
    entryUsd: levels.entry,
    stopUsd: levels.stop,
    sigmaAnnual: sigmaAnnualOf(question),
    riskShare: riskPct / 100,
  })
  if (size === null) throw new DataUnavailableError("The market does not move: no stop lies beside the price.")
  return size
}

function sigmaAnnualOf({ volatility }: Question): number {
  return annualSigma(volatility, WEEK_HOURS)
}
