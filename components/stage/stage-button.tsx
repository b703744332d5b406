"use client"

import { replayOnStage } from "@/lib/client/stage/stage-store"

type StageButtonProps = {
  /** Id of the payment or of the sign-in. */
  readonly traceId: string
  readonly label?: string
}

/** Opens the stage and plays one payment. */
export function StageButton({ traceId, label = "Replay on the stage" }: StageButtonProps) {
  return (
    <button className="link-button" type="button" onClick={() => replayOnStage(traceId)}>
      {label}
    </button>
  )
}
