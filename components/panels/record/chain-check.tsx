"use client"

import { useId } from "react"
import { CheckSaid } from "./check-said"
import { useChainWalk } from "./use-chain-walk"
import { progressText, walkSaid } from "./walk-said"

/** The whole sealed record, checked by the reader's own browser. */
export function ChainCheck() {
  const { walk, start, stop } = useChainWalk()
  const progressId = useId()
  const isWalking = walk.kind === "walking"
  return (
    <section aria-label="Whole chain" className="chain-check" id="verify">
      <h4>
        Whole chain <span className="muted">from the first record to the newest</span>
      </h4>
      <p className="muted">
        Your browser reads every record and computes each commitment, hash and link again. A chain whose end was cut off
        is whole as well: note the head, and look for it next time.
      </p>
      <div className="check-line">
        <button className="button" type="button" onClick={isWalking ? stop : start}>
          {isWalking ? "Stop" : "Check the whole chain"}
        </button>
        {isWalking ? (
          <>
            <progress
              aria-labelledby={progressId}
              max={walk.total === 0 ? undefined : walk.total}
              value={valueOf(walk)}
            />
            <span id={progressId}>{progressText(walk)}</span>
          </>
        ) : null}
        <CheckSaid said={walk.kind === "ended" ? walkSaid(walk.outcome) : null} />
      </div>
    </section>
  )
}

/** Nothing known yet is a bar that moves without a value. */
function valueOf({ done, total }: { readonly done: number; readonly total: number }): number | undefined {
  return total === 0 ? undefined : done
}
