import { useEffect, useEffectEvent } from "react"
import { useStore } from "@/lib/client/browser/use-store"
import { pendingPress, type PressContext, pressStep } from "@/lib/client/panel/pending-press"

/** Continues a press on a price after its wallet has connected. */
export function usePendingPress(context: PressContext, pay: () => void): void {
  const step = pressStep(useStore(pendingPress), context)
  const payNow = useEffectEvent(pay)
  useEffect(() => {
    if (step !== "pay" && step !== "drop") return
    pendingPress.set(null)
    if (step === "pay") payNow()
  }, [step])
}
