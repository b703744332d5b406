import type { Attempt } from "@/lib/client/purchase/attempt"
import type { PanelParts } from "./panel-parts"
import { isFinishing } from "./machine"
import type { Sending } from "./sending"

type Links = { readonly stored: () => Attempt | undefined; readonly sending: Sending }

/** Resumes the stored payments of one panel: automatically after a closed page, or on request. */
export function createResuming({ deps, state, dispatch, resumer, requote }: PanelParts, { stored, sending }: Links) {
  /**
   * Shows a stored payment of this product, and resumes it when due. The state machine ignores it while the wallet
   * prompt is open and after a failure.
   */
  function sync(): void {
    const attempt = stored()
    if (!attempt) return dispatch({ type: "attempt-gone" })
    dispatch({ type: "attempt-found", attempt, finishes: resumer.isDue(attempt) })
    if (isFinishing(state().purchase, attempt)) void finish(attempt)
  }

  /** Resumes a payment whose page was closed, or which another tab is about to finish. */
  function finish(attempt: Attempt): Promise<void> {
    return resumer.finish(attempt, {
      isWaiting() {
        deps.receipts.reload()
        deps.attempts.reload()
        return isFinishing(state().purchase, attempt)
      },
      send: () => sending.present(attempt),
      stop: () => dispatch({ type: "finishing-stopped", attempt }),
    })
  }

  async function resume(): Promise<void> {
    const { purchase } = state()
    if (purchase.kind === "unknown") return sending.presentAgain(purchase.attempt)
    if (purchase.kind !== "failed") return
    if (resumer.isValid(purchase.attempt)) return tryAgain(purchase.attempt)
    dispatch({ type: "dismissed" })
    await requote()
  }

  /** Other tabs do not see a failed payment, so they may have bought the product since. */
  function tryAgain(attempt: Attempt): Promise<void> {
    dispatch({ type: "payment-sent", attempt })
    return sending.sendUncharged(attempt, () => true, sync)
  }

  return { sync, resume }
}
