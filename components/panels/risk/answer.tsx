"use client"

import { type Band, PriceLadder, type LadderLevel } from "@/components/charts/price-ladder"
import { DirectionBadge } from "@/components/ui/direction-badge"
import { share, words } from "@/components/ui/format"
import { type Risk, riskContract } from "@/lib/endpoints/risk/contract"
import { directionWords, badgeDirectionOf } from "@/lib/client/format/direction"
import { AnswerDensity, MoreDetails, useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { tradableTarget } from "@/components/panels/parts/edge"
import { levelsOf } from "@/components/panels/parts/levels"
import { NowTable } from "@/components/panels/parts/now-table"
import { PriceAtPurchase } from "@/components/panels/price-at-purchase"
import { RiskBarriers } from "./risk-barriers"
import { RiskCosts } from "./risk-costs"
import { RiskOdds } from "./risk-odds"
import { RiskSizing } from "./risk-sizing"

/** A trade in the direction of the signal: levels, odds, size and costs. */
export const Answer = withAnswerFrame(riskContract, RiskView)

function RiskView({ answer }: { readonly answer: Risk }) {
  if (useIsCompact()) return <CompactRisk answer={answer} />
  return (
    <>
      <RiskVerdict answer={answer} />
      <div className="answer-split risk-parts">
        <section aria-label={`${answer.coin} levels`}>
          <h4>
            Levels <span className="muted">to scale, with 24h and 7d 80% ranges</span>
          </h4>
          <PriceLadder
            name={`Levels of ${answer.coin}`}
            ladderLevels={ladderLevelsOf(answer)}
            bands={bandsOf(answer)}
            price={answer.price}
          />
        </section>
        <div className="answer">
          <RiskOdds answer={answer} />
          <RiskNow answer={answer} />
        </div>
        <div className="answer">
          <RiskSizing answer={answer} />
          <RiskCosts answer={answer} />
        </div>
      </div>
      <RiskBarriers answer={answer} />
    </>
  )
}

/** Odds and size first; the plan to scale, costs and barriers behind a button. */
function CompactRisk({ answer }: { readonly answer: Risk }) {
  return (
    <>
      <RiskVerdict answer={answer} />
      <RiskOdds answer={answer} />
      <MoreDetails label="Levels, size, costs, barriers">
        <PriceLadder
          name={`Levels of ${answer.coin}`}
          ladderLevels={ladderLevelsOf(answer)}
          bands={bandsOf(answer)}
          price={answer.price}
        />
        <AnswerDensity value={false}>
          <RiskOdds answer={answer} />
        </AnswerDensity>
        <RiskNow answer={answer} />
        <RiskSizing answer={answer} />
        <RiskCosts answer={answer} />
        <RiskBarriers answer={answer} />
      </MoreDetails>
    </>
  )
}

/** Stop, targets and the nearest levels at the price of the answer. */
function RiskNow({ answer }: { readonly answer: Risk }) {
  const { coin, now } = answer
  if (now === undefined) return null
  const rows = [
    { name: "Stop", ...now.stop },
    ...now.targets.map((target, index) => ({ name: `T${index + 1}`, ...target })),
    ...now.supports.slice(0, 1).map((level) => ({ name: "Support", ...level })),
    ...now.resistances.slice(0, 1).map((level) => ({ name: "Resistance", ...level })),
    ...now.passed.map((level) => ({ name: words(level.side), ...level })),
  ]
  return <NowTable coin={coin} owner="plan" now={now} close={answer} rows={rows} />
}

function RiskVerdict({ answer }: { readonly answer: Risk }) {
  const { signal_direction: call, direction, plan } = answer
  const target = tradableTarget(plan.targets)
  const isTradable = plan.kind === "plan" && target !== null
  return (
    <div className="verdict">
      <div>
        <p className="verdict-word verdict-lead">{leadOf(answer)}</p>
        <p className="muted">
          <DirectionBadge direction={badgeDirectionOf(call)} isMuted={!isTradable}>
            {directionWords(call)}
          </DirectionBadge>
          {plan.kind === "plan" ? " plan." : `. Hypothetical ${direction.toLowerCase()} levels.`}
        </p>
      </div>
      <PriceAtPurchase coin={answer.coin} price={answer.price} />
    </div>
  )
}

/** A tradable plan leads with its odds, and a losing one with that it loses. */
function leadOf({ plan }: Risk): string {
  if (plan.kind === "reference") return "No trade"
  const target = tradableTarget(plan.targets)
  if (target === null) return "No edge: this plan loses on average"
  return `${share(target.p_before_stop_14d)} to the target first, ${share(target.p_break_even)} needed`
}

function ladderLevelsOf(answer: Risk): readonly LadderLevel[] {
  const { barriers } = answer
  const supports = barriers.supports
    .slice(0, 3)
    .map(({ price, kind }) => ladderLevel("Support", price, kind, "support"))
  const resistances = barriers.resistances
    .slice(0, 3)
    .map(({ price, kind }) => ladderLevel("Resistance", price, kind, "resistance"))
  return [...levelsOf(answer), ...supports, ...resistances]
}

function ladderLevel(name: string, price: number, kind: string, tone: LadderLevel["tone"]): LadderLevel {
  return { name: `${name}, ${words(kind).toLowerCase()}`, price, tone }
}

function bandsOf({ outlook }: Risk): readonly Band[] {
  return [
    { name: "24h", ...outlook.range80_24h },
    { name: "7d", ...outlook.range80_7d },
  ]
}
