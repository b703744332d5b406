"use client"

import dynamic from "next/dynamic"
import { useRef, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { AnswerMeta, answerFactsOf } from "@/components/panels/answer-meta"
import { AnswerView } from "@/components/panels/answer-view"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import type { StatusText } from "@/lib/client/panel/text"
import type { Receipt } from "@/lib/client/purchase/receipt"

const Redelivery = dynamic(() => import("@/components/panels/bought/redelivery").then((module) => module.Redelivery))

type EntryAnswerProps = {
  readonly receipt: Receipt
  readonly isNewest: boolean
  readonly price: string | null
  /** Until when the answer can be fetched again for free; `null`: no longer. */
  readonly untilMs: number | null
}

/** The answer of a purchase, or the way to fetch it again while that is free. */
export function EntryAnswer({ receipt, isNewest, price, untilMs }: EntryAnswerProps) {
  const section = useRef<HTMLElement>(null)
  const [announcement, announce] = useState<StatusText | null>(null)
  const fetched = useMaybeStore(usePurchaseClient()?.fetched ?? null) === receipt.id
  const { productId, title, path, payer, brief, body } = receipt
  const facts = answerFactsOf(body)
  const news = body !== null && fetched ? `${title} restored. Nothing was charged.` : ""
  return (
    <section aria-label={`Answer of ${title}`} ref={section} tabIndex={-1}>
      <output className="entry-status" data-tone={announcement?.tone ?? "good"}>
        {announcement?.text ?? news}
      </output>
      {body !== null ? <AnswerView receipt={receipt} /> : null}
      {facts ? <AnswerMeta meta={facts.meta} timestamp={facts.timestamp} /> : null}
      {body === null && untilMs === null ? <p className="hint">{goneText(isNewest, price)}</p> : null}
      {body === null && untilMs !== null ? (
        <>
          <p className="hint">You own this answer, but it is no longer stored in this browser.</p>
          <Redelivery
            subject={{ id: productId, title, path }}
            wanted={{ payer, untilMs, price, brief }}
            announce={announce}
            focusFallback={section}
          />
        </>
      ) : null}
    </section>
  )
}

function goneText(isNewest: boolean, price: string | null): string {
  const gone = "The answer is no longer stored in this browser"
  if (!isNewest) return `${gone}. You bought it again later, and only the latest purchase can be restored.`
  const newAnswer = price === null ? "" : ` A new answer costs ${dollars(price)}.`
  return `${gone}, and the time to restore it for free is over.${newAnswer}`
}
