"use client"

import { Decoder } from "./decoder"
import { StageView } from "./stage-view"
import "./stage.css"

/** The stage and the decoder as a page. */
export function StagePage() {
  return (
    <div className="stage-page">
      <StageView heading="h2" />
      <Decoder />
    </div>
  )
}
