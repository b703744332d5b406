import { useEffect, useEffectEvent } from "react"
import { useStore } from "@/lib/client/browser/use-store"
import {
  type BundlePressContext,
  bundlePressStep,
  pendingPress,
  type PressContext,
  pressStep,
} from "@/lib/client/panel/pending-press"

/** Continues a press on a price after its wallet has connected. */
export function usePendingPress(context: PressContext, pay: () => void): void {
  useStep(pressStep(useStore(pendingPress), context), pay)
}

/** Continues a press on "Unlock all" after its wallet has connected. */
export function usePendingBundlePress(context: BundlePressContext, pay: () => void): void {
  useStep(bundlePressStep(useStore(pendingPress), context), pay)
}

function useStep(step: "pay" | "wait" | "drop" | null, pay: () => void): void {
  const payNow = useEffectEvent(pay)
  useEffect(() => {
    if (step !== "pay" && step !== "drop") return
    pendingPress.set(null)
    if (step === "pay") payNow()
  }, [step])
}
