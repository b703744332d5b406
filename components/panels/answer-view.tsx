"use client"

import dynamic from "next/dynamic"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { RawAnswer } from "./raw-answer"

const SignalAnswer = dynamic(() => import("./signal-answer").then((module) => module.SignalAnswer))
const ContextAnswer = dynamic(() => import("./context-answer").then((module) => module.ContextAnswer))

/** What was bought, in the form that its endpoint has. */
export function AnswerView({ receipt }: { readonly receipt: Receipt }) {
  const { productId, body } = receipt
  if (productId.startsWith("signal:")) return <SignalAnswer body={body} />
  if (productId.startsWith("context:")) return <ContextAnswer body={body} />
  return <RawAnswer body={body} />
}
