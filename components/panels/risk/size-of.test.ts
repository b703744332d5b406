import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { positionSize, volatilityCap } from "@/lib/domain/risk/position-size"
import { sizeOf } from "./size-of"

const answer = riskContract.response.parse(riskContract.example)

describe("position size", () => {
  test("the purchased parameters give the purchased size", () => {
    const { requested } = answer.position_sizing
    const size = sizeOf(answer, { capital: requested.capital, riskPct: requested.risk_pct })
    expect(size?.positionUsd).toBeCloseTo(requested.position_size, 1)
    expect(size?.limitedBy).toBe("held")
  })

  test("the size never exceeds the capital and the loss never exceeds the limit", () => {
    const amount = fc.double({ min: 1, max: 1e9, noNaN: true })
    const percent = fc.double({ min: 0.01, max: 100, noNaN: true })
    fc.assert(
      fc.property(amount, percent, (capital, riskPct) => {
        const size = sizeOf(answer, { capital, riskPct })
        expect(size?.positionUsd).toBeLessThanOrEqual(capital)
        expect(size?.lossUsd).toBeLessThanOrEqual((capital * riskPct) / 100 + 1e-6)
      }),
    )
  })

  test("the size equals the service's size for any risk and volatility", () => {
    const { entry, stop_loss: stop } = answer.levels
    const percent = fc.double({ min: 0.01, max: 100, noNaN: true })
    fc.assert(
      fc.property(percent, fc.double({ min: 0.01, max: 4, noNaN: true }), (riskPct, sigmaAnnual) => {
        const { joint: _, ...sizing } = answer.position_sizing
        const volatilityShare = volatilityCap(sigmaAnnual)
        const position_sizing = { ...sizing, volatility_cap_pct: 100 * volatilityShare }
        const size = sizeOf({ ...answer, position_sizing }, { capital: 10_000, riskPct })
        const asked = { capitalUsd: 10_000, entryUsd: entry, stopUsd: stop, volatilityShare, riskShare: riskPct / 100 }
        const service = positionSize(asked)
        expect(size?.positionUsd).toBeCloseTo(service?.positionUsd ?? Number.NaN, 6)
        expect(size?.limitedBy).toBe(service?.limitedBy)
      }),
    )
  })

  test("an invalid amount has no size", () => {
    for (const capital of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(sizeOf(answer, { capital, riskPct: 1 })).toBeNull()
    }
    expect(sizeOf(answer, { capital: 1000, riskPct: 101 })).toBeNull()
  })
})
