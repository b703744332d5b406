"use client"

import { useId } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { Dialog } from "@/components/ui/dialog"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import type { PaymentTrace } from "@/lib/client/inspector/payment-trace"
import { closeInspector, inspectorView, openInspector } from "@/lib/client/inspector/inspector-store"
import type { SignInTrace } from "@/lib/client/inspector/sign-in-trace"
import { PaymentView } from "./payment-view"
import { SignInView } from "./sign-in-view"

/** The last payments and sign-ins, step by step, with the headers as sent and received. */
export function InspectorDrawer() {
  const view = useStore(inspectorView)
  const client = usePurchaseClient()
  const payments = useMaybeStore(client?.traces ?? null) ?? []
  const signIns = useMaybeStore(client?.signIns ?? null) ?? []
  const newestFirst = [...payments, ...signIns].toSorted((a, b) => b.startedAtMs - a.startedAtMs)
  const asked = view.open ? newestFirst.find(({ id }) => id === view.traceId) : undefined
  const shown = asked ?? newestFirst[0]
  return (
    <Dialog open={view.open} title="x402 inspector" onClose={closeInspector}>
      <div className="inspector">
        {shown ? (
          <>
            <TracePicker traces={newestFirst} shown={shown} />
            {isSignIn(shown) ? (
              <SignInView trace={shown} key={shown.id} />
            ) : (
              <PaymentView trace={shown} key={shown.id} />
            )}
          </>
        ) : (
          <p className="hint">
            No payment yet. After you buy a panel, this shows each step: the terms, what was signed, and the response.
          </p>
        )}
      </div>
    </Dialog>
  )
}

type Trace = PaymentTrace | SignInTrace

function isSignIn(trace: Trace): trace is SignInTrace {
  return "offered" in trace
}

type PickerProps = { readonly traces: readonly Trace[]; readonly shown: Trace }

function TracePicker({ traces, shown }: PickerProps) {
  const id = useId()
  const times = useTimes()
  return (
    <p>
      <label className="label" htmlFor={id}>
        Payment or sign-in
      </label>
      <select className="field" id={id} value={shown.id} onChange={(event) => openInspector(event.target.value)}>
        {traces.map((trace) => (
          <option key={trace.id} value={trace.id}>
            {times.text(trace.startedAtMs)} · {trace.title} · {isSignIn(trace) ? "sign-in, " : ""}
            {outcomeWords[trace.outcome]}
          </option>
        ))}
      </select>
    </p>
  )
}

const outcomeWords: Readonly<Record<Trace["outcome"], string>> = {
  signing: "in the wallet",
  declined: "declined",
  cancelled: "cancelled",
  "wallet-failed": "not signed",
  unsent: "not sent",
  settling: "under way",
  asking: "under way",
  delivered: "delivered",
  refused: "refused, not charged",
  spent: "used before",
  failed: "failed, not charged",
  unknown: "unconfirmed",
}
