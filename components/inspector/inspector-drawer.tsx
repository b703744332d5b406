"use client"

import { useId } from "react"
import { useAppConfig, useEngine } from "@/components/shell/app-context"
import { Dialog } from "@/components/ui/dialog"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { utcText } from "@/lib/client/format/time"
import type { Exchange } from "@/lib/client/inspector/exchange"
import { closeInspector, inspectorView, openInspector } from "@/lib/client/inspector/inspector-store"
import { mayShowSignature } from "@/lib/client/inspector/snippets"
import { stepsOf } from "@/lib/client/inspector/steps"
import { SignerCheck } from "./signer-check"
import { Snippets } from "./snippets"
import { StepItem } from "./step-item"

/** The last payments, each step with the headers that were really on the wire. */
export function InspectorDrawer() {
  const view = useStore(inspectorView)
  const exchanges = useMaybeStore(useEngine()?.exchanges ?? null) ?? []
  const newestFirst = exchanges.toSorted((a, b) => b.startedAtMs - a.startedAtMs)
  const asked = view.open ? newestFirst.find(({ id }) => id === view.exchangeId) : undefined
  const shown = asked ?? newestFirst[0]
  return (
    <Dialog open={view.open} title="x402 inspector" onClose={closeInspector}>
      <div className="inspector">
        {shown ? (
          <>
            <ExchangePicker exchanges={newestFirst} shown={shown} />
            <ExchangeView exchange={shown} key={shown.id} />
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

type PickerProps = { readonly exchanges: readonly Exchange[]; readonly shown: Exchange }

function ExchangePicker({ exchanges, shown }: PickerProps) {
  const id = useId()
  return (
    <p>
      <label className="label" htmlFor={id}>
        Payment
      </label>
      <select className="field" id={id} value={shown.id} onChange={(event) => openInspector(event.target.value)}>
        {exchanges.map((exchange) => (
          <option key={exchange.id} value={exchange.id}>
            {utcText(exchange.startedAtMs)} · {exchange.title} · {outcomeWords[exchange.outcome]}
          </option>
        ))}
      </select>
    </p>
  )
}

const outcomeWords: Readonly<Record<Exchange["outcome"], string>> = {
  signing: "in the wallet",
  declined: "declined",
  "wallet-failed": "not signed",
  settling: "under way",
  delivered: "delivered",
  refused: "refused, not charged",
  spent: "used before",
  failed: "failed, not charged",
  unknown: "not known yet",
}

function ExchangeView({ exchange }: { readonly exchange: Exchange }) {
  const { chainId } = useAppConfig()
  return (
    <>
      <ol className="inspector-steps">
        {stepsOf(exchange, chainId).map((step) => (
          <StepItem step={step} key={step.id}>
            {step.id === "signature" && step.state === "done" ? (
              <>
                <SignerCheck exchange={exchange} />
                <p className="muted">{spentText(exchange)}</p>
              </>
            ) : null}
          </StepItem>
        ))}
      </ol>
      <Snippets exchange={exchange} />
    </>
  )
}

function spentText(exchange: Exchange): string {
  return mayShowSignature(exchange)
    ? "Single use: its nonce is spent, so nobody can charge it again."
    : "Not known to be spent: keep it to yourself until it expires. It can only ever pay this payee this amount."
}
