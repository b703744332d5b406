"use client"

import { useId, useState } from "react"
import { fullUsd, pct, words } from "@/components/ui/format"
import { NumberField } from "@/components/ui/number-field"
import { StatList } from "@/components/ui/stat-list"
import { reading } from "@/lib/client/format/number"
import { typedValue, type Unit, unambiguous } from "@/lib/client/format/typed-number"
import type { Risk } from "@/lib/endpoints/risk/contract"
import { sizeOf } from "./size-of"

type LimitedBy = Risk["position_sizing"]["requested"]["limited_by"]

function limitText(limitedBy: LimitedBy, riskPct: number): string {
  if (limitedBy === "risk") return `Size limited by your ${riskPct}% risk`
  if (limitedBy === "held") return "Smaller than your risk, because held positions move with the coin"
  if (limitedBy === "capital") return "Size limited by your capital: no leverage"
  return "Size limited by volatility: 40% annualised at most, held positions included"
}

/** The position size for the reader's capital, computed in the browser. */
export function RiskSizing({ answer }: { readonly answer: Risk }) {
  const { requested, joint } = answer.position_sizing
  const [capital, setCapital] = useState(unambiguous(String(requested.capital)))
  const [riskPct, setRiskPct] = useState(unambiguous(String(requested.risk_pct)))
  const size = sizeOf(answer, { capital: typedValue(capital, "dollars"), riskPct: typedValue(riskPct, "percent") })
  return (
    <section aria-label={`${answer.coin} position size`}>
      <h4>
        Position size <span className="muted">calculated on your device</span>
      </h4>
      <div className="inputs">
        <Amount label="Capital, US dollars" unit="dollars" value={capital} onChange={setCapital} />
        <Amount label="Risk at the stop, percent" unit="percent" value={riskPct} onChange={setRiskPct} />
      </div>
      {size === null ? (
        <p className="hint">Capital and risk must be above 0, the risk at most 100.</p>
      ) : (
        <StatList
          stats={[
            { name: "Position", value: fullUsd(size.positionUsd), note: `${reading(size.quantity)} ${answer.coin}` },
            { name: "Loss at the stop", value: fullUsd(size.lossUsd), note: "before costs and gaps" },
            {
              name: "Limit",
              value: words(size.limitedBy),
              note: limitText(size.limitedBy, typedValue(riskPct, "percent")),
            },
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

type AmountProps = {
  readonly label: string
  readonly unit: Unit
  readonly value: string
  readonly onChange: (value: string) => void
}

function Amount({ label, unit, value, onChange }: AmountProps) {
  const id = useId()
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <NumberField id={id} unit={unit} value={value} onChange={onChange} />
    </div>
  )
}
