import { createStore } from "@/lib/client/browser/external-store"
import type { BriefPart } from "@/lib/client/purchase/attempt"
import type { PanelController } from "./panel-parts"
import { isOpen, type PanelState } from "./machine"

type BriefPayments = {
  readonly follow: (brief: PanelController, parts: readonly BriefPart[]) => void
  /** A panel that shows the payment of a brief while one with its answer is under way, and does not buy then. */
  readonly panelOf: (productId: string, own: PanelController) => PanelController
}

/** Connects briefs with the panels of their parts, so that an answer is not paid for twice. */
export function createBriefPayments(): BriefPayments {
  /** The brief that is being paid for, by product. */
  const underWay = createStore<ReadonlyMap<string, PanelController>>(new Map())
  return {
    follow(brief, parts) {
      const check = () => {
        const { purchase } = brief.get()
        // A failed payment is not charged, so the panels are free again.
        const isPaying = !isOpen(purchase) && purchase.kind !== "failed"
        const others = [...underWay.get()].filter(([, other]) => other !== brief)
        if (!isPaying && others.length === underWay.get().size) return
        underWay.set(new Map([...others, ...(isPaying ? parts.map(({ id }) => [id, brief] as const) : [])]))
      }
      brief.subscribe(check)
      check()
    },
    panelOf(productId, own) {
      const payment = () => underWay.get().get(productId)
      const state = (): PanelState => {
        const brief = payment()?.get()
        if (!brief) return own.get()
        const { purchase, shownPrice: amount } = brief
        return { ...own.get(), purchase: purchase.kind === "signing" ? { ...purchase, amount } : purchase }
      }
      const store = createStore(state())
      const check = () => store.set(state())
      own.subscribe(check)
      underWay.subscribe(check)
      return {
        ...own,
        get: store.get,
        subscribe: store.subscribe,
        pay: (payer) => (payment() ? Promise.resolve() : own.pay(payer)),
        stopWaiting: (reason) => (payment() ?? own).stopWaiting(reason),
        resume: () => (payment() ?? own).resume(),
        dismiss: () => (payment() ?? own).dismiss(),
      }
    },
  }
}
