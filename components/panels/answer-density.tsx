"use client"

import { createContext, type ReactNode, useContext } from "react"
import { LazyDetails } from "@/components/ui/lazy-details"

/** Whether answers show their decision first and the rest behind one button. */
const CompactAnswers = createContext(false)

/** Makes every answer inside compact or full. */
export const AnswerDensity = CompactAnswers.Provider

export function useIsCompact(): boolean {
  return useContext(CompactAnswers)
}

/** Whether the answer is a sample, which is not compared with live prices. */
const SampleContext = createContext(false)

export const PastAnswer = SampleContext.Provider

export function useIsSample(): boolean {
  return useContext(SampleContext)
}

type MoreDetailsProps = {
  /** The content behind the button: `Votes, odds of the levels`. */
  readonly label: string
  readonly children: ReactNode
}

/** The part of an answer after its decision: behind one button in a compact answer, in place in a full one. */
export function MoreDetails({ label, children }: MoreDetailsProps) {
  if (!useIsCompact()) return <>{children}</>
  return (
    <LazyDetails summary={label}>
      <div className="answer">{children}</div>
    </LazyDetails>
  )
}
