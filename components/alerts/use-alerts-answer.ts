import { useEffect, useState } from "react"
import { type AlertsAnswer, requestAlerts } from "@/lib/client/alerts/alerts-request"
import { reasonOf } from "@/lib/client/wallet/wallet-error"

type AlertsRequestState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly answer: AlertsAnswer; readonly atMs: number }
  | { readonly kind: "failed"; readonly message: string }

/** The unsigned answer of a path: the offer, and the text to sign. `ask` requests it again. */
export function useAlertsAnswer(path: string): { readonly asked: AlertsRequestState; readonly ask: () => void } {
  const [asked, setAsked] = useState<AlertsRequestState>({ kind: "loading" })
  useEffect(() => {
    let isCurrent = true
    void answerOf(path).then((answer) => isCurrent && setAsked(answer))
    return () => {
      isCurrent = false
    }
  }, [path])
  const ask = () => {
    setAsked({ kind: "loading" })
    void answerOf(path).then(setAsked)
  }
  return { asked, ask }
}

/** Never rejects. */
async function answerOf(path: string): Promise<AlertsRequestState> {
  try {
    return { kind: "ready", answer: await requestAlerts(path), atMs: Date.now() }
  } catch (error) {
    return { kind: "failed", message: reasonOf(error) }
  }
}
