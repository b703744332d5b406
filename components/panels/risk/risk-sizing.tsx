"use client"

import { useId, useState } from "react"
import { fullUsd, pct, words } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { reading } from "@/lib/client/format/number"
import type { Risk } from "@/lib/endpoints/risk/contract"
import { readAmount, sizeOf } from "./size-of"

type LimitedBy = Risk["position_sizing"]["requested"]["limited_by"]

function limitText(limitedBy: LimitedBy, riskPct: string): string {
  if (limitedBy === "risk") return `Size limited by your ${riskPct.trim()}% risk`
  if (limitedBy === "held") return "Smaller than your risk, because held positions move with the coin"
  if (limitedBy === "capital") return "Size limited by your capital: no leverage"
  return "Size limited by volatility: 40% annualised at most, held positions included"
}

/** The position size for the reader's capital, computed in the browser. */
export function RiskSizing({ answer }: { readonly answer: Risk }) {
  const { requested, joint } = answer.position_sizing
  const [capital, setCapital] = useState(String(requested.capital))
  const [riskPct, setRiskPct] = useState(String(requested.risk_pct))
  const size = sizeOf(answer, { capital: readAmount(capital), riskPct: readAmount(riskPct) })
  return (
    <section aria-label={`${answer.coin} position size`}>
      <h4>
        Position size <span className="muted">calculated on your device</span>
      </h4>
      <div className="inputs">
        <Amount label="Capital, US dollars" value={capital} onChange={setCapital} />
        <Amount label="Risk at the stop, percent" value={riskPct} onChange={setRiskPct} />
      </div>
      {size === null ? (
        <p className="hint">Capital and risk must be above 0, the risk at most 100.</p>
      ) : (
        <StatList
          stats={[
            { name: "Position", value: fullUsd(size.positionUsd), note: `${reading(size.quantity)} ${answer.coin}` },
            { name: "Loss at the stop", value: fullUsd(size.lossUsd), note: "before costs and gaps" },
            { name: "Limit", value: words(size.limitedBy), note: limitText(size.limitedBy, riskPct) },
          ]}
        />
      )}
      {joint === undefined ? null : (
        <p className="note">
          Held: {joint.held.map(heldText).join("; ")}. As bought, this plan risks {pct(joint.plan_risk_pct, 2)}:
          together {pct(joint.joint_pct, 2)} of the capital, {pct(joint.sum_pct, 2)} if every stop is hit,{" "}
          {pct(joint.volatility_pct, 1)} volatility a year.
        </p>
      )}
    </section>
  )
}

function heldText({ coin, side, risk_pct, correlation, days }: Joint["held"][number]): string {
  return `${coin} ${side} ${pct(risk_pct, 2)}, correlation ${correlation.toFixed(2)} over ${days} days`
}

type Joint = NonNullable<Risk["position_sizing"]["joint"]>

type AmountProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }

function Amount({ label, value, onChange }: AmountProps) {
  const id = useId()
  return (
    <p>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        className="field"
        id={id}
        inputMode="decimal"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </p>
  )
}
