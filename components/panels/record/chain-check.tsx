"use client"

import { type FormEvent, useId, useState } from "react"
import { CheckSummaryLine } from "./check-summary"
import { useChainVerification } from "./use-chain-verification"
import { progressText, verificationSummary } from "./verification-summary"

/** Verifies the whole sealed record in the browser. */
export function ChainCheck() {
  const { verification, start, stop } = useChainVerification()
  const [noted, setNoted] = useState("")
  const progressId = useId()
  const isVerifying = verification.kind === "running"
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isVerifying) stop()
    else start(noted.trim() === "" ? null : noted.trim().toLowerCase())
  }
  return (
    <section aria-label="Whole chain" className="chain-check" id="verify">
      <h4>
        Whole chain <span className="muted">from the first record to the newest</span>
      </h4>
      <p className="muted">
        Your browser reads every record and computes each commitment, hash and link again. Save the head hash to detect
        truncation later.
      </p>
      <form className="check-line" onSubmit={submit}>
        <label className="noted-head">
          Chain head you saved earlier <span className="muted">optional</span>
          <input
            className="field mono"
            value={noted}
            onChange={(event) => setNoted(event.target.value)}
            pattern="\s*[0-9a-fA-F]{64}\s*"
            title="64 hexadecimal digits"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <button className="button" type="submit" formNoValidate={isVerifying}>
          {isVerifying ? "Stop" : "Check the whole chain"}
        </button>
        {isVerifying ? (
          <>
            <progress
              aria-labelledby={progressId}
              max={verification.total === 0 ? undefined : verification.total}
              value={valueOf(verification)}
            />
            <span id={progressId}>{progressText(verification)}</span>
          </>
        ) : null}
      </form>
      <CheckSummaryLine summary={verification.kind === "ended" ? verificationSummary(verification.outcome) : null} />
    </section>
  )
}

/** Before the total is known the progress bar is indeterminate. */
function valueOf({ done, total }: { readonly done: number; readonly total: number }): number | undefined {
  return total === 0 ? undefined : done
}
