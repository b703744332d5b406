"use client"

import { useState } from "react"
import { FreePanel } from "@/components/panels/free-panel"
import { Chips } from "@/components/ui/chips"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import type { Coin } from "@/lib/domain/market/coin"
import { CallsView } from "./calls-view"

const choices = [7, 30, 60].map((days) => ({ name: `${days} days`, value: days }))

/** The calls of one coin over a selectable number of days. */
export function CallsBoard({ title, coin }: { readonly title: string; readonly coin: Coin }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const days = chosen ?? 30
  const state = useFreeAnswer(`/api/record/calls?coin=${coin}&horizon=24h&days=${days}`, recordCallsContract.response)
  const answer = newestIn(state)
  // The filter appears with the first answer. Once used it has the focus, so it stays while another answer loads.
  const hasChoice = chosen !== null || state.kind !== "loading"
  return (
    <FreePanel heading="h3" title={title} state={state}>
      {hasChoice ? (
        <div className="answer">
          <Chips label="How far back" options={choices} value={days} onChoose={setChosen} />
          {answer === null ? null : <CallsView answer={answer} />}
        </div>
      ) : null}
    </FreePanel>
  )
}
