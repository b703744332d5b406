"use client"

import { useId, useState } from "react"
import { fullUsd } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { reading } from "@/lib/client/format/number"
import type { Risk } from "./risk-answer"
import { readAmount, sizeOf } from "./size-of"

const limits = {
  risk: "the loss you allow at the stop",
  volatility: "volatility: at most 40% a year",
  capital: "the capital: never on credit",
} as const

/** The position size for the reader's capital, computed in the browser. */
export function RiskSizing({ answer }: { readonly answer: Risk }) {
  const { requested } = answer.position_sizing
  const [capital, setCapital] = useState(String(requested.capital))
  const [riskPct, setRiskPct] = useState(String(requested.risk_pct))
  const size = sizeOf(answer, { capital: readAmount(capital), riskPct: readAmount(riskPct) })
  return (
    <section aria-label={`${answer.coin} position size`}>
      <h4>
        Position size <span className="muted">worked out in this browser, free</span>
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
            { name: "Limited by", value: size.limitedBy, note: limits[size.limitedBy] },
          ]}
        />
      )}
    </section>
  )
}

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
