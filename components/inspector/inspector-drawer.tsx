"use client"

import { useId } from "react"
import { useEngine } from "@/components/app/app-context"
import { Dialog } from "@/components/ui/dialog"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Exchange } from "@/lib/client/inspector/exchange"
import { closeInspector, inspectorView, openInspector } from "@/lib/client/inspector/inspector-store"
import type { SignInExchange } from "@/lib/client/inspector/sign-in-exchange"
import { PaymentView } from "./payment-view"
import { SignInView } from "./sign-in-view"

/** The last payments and sign-ins, each step with the headers that were really on the wire. */
export function InspectorDrawer() {
  const view = useStore(inspectorView)
  const engine = useEngine()
  const payments = useMaybeStore(engine?.exchanges ?? null) ?? []
  const signIns = useMaybeStore(engine?.signIns ?? null) ?? []
  const newestFirst = [...payments, ...signIns].toSorted((a, b) => b.startedAtMs - a.startedAtMs)
  const asked = view.open ? newestFirst.find(({ id }) => id === view.exchangeId) : undefined
  const shown = asked ?? newestFirst[0]
  return (
    <Dialog open={view.open} title="x402 inspector" onClose={closeInspector}>
      <div className="inspector">
        {shown ? (
          <>
            <ExchangePicker exchanges={newestFirst} shown={shown} />
            {isSignIn(shown) ? (
              <SignInView exchange={shown} key={shown.id} />
            ) : (
              <PaymentView exchange={shown} key={shown.id} />
            )}
          </>
        ) : (
          <p className="hint">
            No payment yet. Open a panel, and each step of its payment stands here: the 402, what was asked, what was
            signed, and what came back.
          </p>
        )}
      </div>
    </Dialog>
  )
}

type Noted = Exchange | SignInExchange

function isSignIn(exchange: Noted): exchange is SignInExchange {
  return "offered" in exchange
}

type PickerProps = { readonly exchanges: readonly Noted[]; readonly shown: Noted }

function ExchangePicker({ exchanges, shown }: PickerProps) {
  const id = useId()
  const times = useTimes()
  return (
    <p>
      <label className="label" htmlFor={id}>
        Payment or sign-in
      </label>
      <select className="field" id={id} value={shown.id} onChange={(event) => openInspector(event.target.value)}>
        {exchanges.map((exchange) => (
          <option key={exchange.id} value={exchange.id}>
            {times.text(exchange.startedAtMs)} · {exchange.title} · {isSignIn(exchange) ? "sign-in, " : ""}
            {outcomeWords[exchange.outcome]}
          </option>
        ))}
      </select>
    </p>
  )
}

const outcomeWords: Readonly<Record<Noted["outcome"], string>> = {
  signing: "in the wallet",
  declined: "declined",
  cancelled: "not waited for",
  "wallet-failed": "not signed",
  unsent: "not sent",
  settling: "under way",
  asking: "under way",
  delivered: "delivered",
  refused: "refused, not charged",
  spent: "used before",
  failed: "failed, not charged",
  unknown: "not known yet",
}
