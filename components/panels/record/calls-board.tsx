"use client"

import { useId, useState } from "react"
import { FreePanel } from "@/components/panels/free-panel"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { recordCallsContract } from "@/lib/api/record-calls"
import type { Coin } from "@/lib/domain/market/coin"
import { CallsView } from "./calls-view"

const choices = [7, 30, 60] as const

/** The panel of one coin's calls: over how many days is the reader's choice. */
export function CallsBoard({ title, coin }: { readonly title: string; readonly coin: Coin }) {
  const [days, setDays] = useState<(typeof choices)[number]>(30)
  const state = useFreeAnswer(`/api/record/calls?coin=${coin}&horizon=24h&days=${days}`, recordCallsContract.response)
  const answer = newestIn(state)
  const group = useId()
  return (
    <FreePanel title={title} state={state}>
      {answer === null ? null : (
        <div className="answer" aria-busy={answer.days !== days}>
          <fieldset className="filters">
            <legend className="visually-hidden">How far back</legend>
            {choices.map((choice) => (
              <label className="chip-button" key={choice}>
                <input
                  className="visually-hidden"
                  type="radio"
                  name={group}
                  checked={choice === days}
                  onChange={() => setDays(choice)}
                />
                {choice} days
              </label>
            ))}
          </fieldset>
          <CallsView answer={answer} />
        </div>
      )}
    </FreePanel>
  )
}
