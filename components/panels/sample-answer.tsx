"use client"

import { useTimes } from "@/lib/client/browser/use-times"
import { answerContracts } from "@/lib/endpoints"
import { AnswerView } from "./answer-view"
import { endpointOf } from "./product/panel-product"

/** The complete example of an endpoint, as a buyer sees an answer. Its figures are made up, and it says so. */
export function SampleAnswer({ productId }: { readonly productId: string }) {
  const times = useTimes()
  const contract = answerContracts.find(({ id }) => id === endpointOf(productId))
  if (!contract) return null
  const { timestamp } = contract.example
  return (
    <div className="answer sample">
      <p className="sample-title">
        <span className="badge">Sample</span> A complete answer with made-up figures, as of {times.text(timestamp)}
      </p>
      <AnswerView receipt={{ productId, body: contract.example }} />
    </div>
  )
}
