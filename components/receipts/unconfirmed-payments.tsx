"use client"

import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { useElapsed } from "@/lib/client/browser/use-elapsed"
import { useStore } from "@/lib/client/browser/use-store"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { dollars } from "@/lib/client/format/money"
import { useTimes } from "@/lib/client/browser/use-times"
import type { PurchaseState } from "@/lib/client/panel/machine"
import { productOfAttempt } from "@/lib/client/panel/product"
import { LATE_AFTER_MS, type StatusText, statusText, type TextContext } from "@/lib/client/panel/text"
import type { Attempt } from "@/lib/client/purchase/attempt"

type UnconfirmedPaymentsProps = { readonly heading: "h2" | "h3" }

/** Payments without an answer, for any panel; renders nothing without one. */
export function UnconfirmedPayments(props: UnconfirmedPaymentsProps) {
  const client = usePurchaseClient()
  return client === null ? null : <UnconfirmedList client={client} {...props} />
}

function UnconfirmedList({ client, heading: Heading }: UnconfirmedPaymentsProps & { readonly client: PurchaseClient }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const attempts = useStore(client.attempts)
  // Finished payments stay in the list with their outcome.
  const [resumed, setResumed] = useState<readonly Attempt[]>([])
  const ended = resumed.filter((one) => attempts.every((attempt) => attempt.id !== one.id))
  const shown = [...attempts, ...ended].toSorted((a, b) => b.signedAtMs - a.signedAtMs)
  if (shown.length === 0) return null
  return (
    <section className="unconfirmed-payments" aria-labelledby={id}>
      <Heading id={id} ref={title} tabIndex={-1}>
        Unconfirmed payments
      </Heading>
      <p className="hint">
        Signed, but no answer yet. Getting the answer sends the same payment, without a second charge.
      </p>
      <ul className="receipts">
        {shown.map((attempt) => (
          <li className="unconfirmed-payment" key={attempt.id}>
            <UnconfirmedPayment
              client={client}
              attempt={attempt}
              isResumed={resumed.some((one) => one.id === attempt.id)}
              onResume={() => setResumed((all) => [...all.filter((one) => one.id !== attempt.id), attempt])}
              focusFallback={title}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type UnconfirmedPaymentProps = {
  readonly client: PurchaseClient
  readonly attempt: Attempt
  readonly isResumed: boolean
  readonly onResume: () => void
  /** Gets the focus when the button disappears. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

function UnconfirmedPayment({ client, attempt, isResumed, onResume, focusFallback }: UnconfirmedPaymentProps) {
  const { networkName } = useAppConfig()
  const times = useTimes()
  const product = productOfAttempt(attempt)
  const { title, price } = product
  const [controller] = useState(() => client.controllerOf(product))
  const { purchase } = useStore(controller)
  const isFinishing = purchase.kind === "finishing"
  const isLate = useElapsed(purchase.kind === "settling", LATE_AFTER_MS)
  const follow = useEffectEvent(onResume)
  useEffect(() => {
    if (isFinishing) follow()
  }, [isFinishing])
  const status =
    isResumed || isFinishing
      ? statusOf(purchase, {
          product: { title },
          networkName,
          walletName: "your wallet",
          price,
          freshness: null,
          freshUntilMs: null,
          walletProblem: null,
          isLate,
          times,
        })
      : null
  const resume = () => {
    onResume()
    void controller.resume()
  }
  return (
    <>
      <span className="receipt-title">{title}</span>
      <span className="figure">{dollars(price)}</span>
      <span className="muted">signed {times.text(attempt.signedAtMs)}</span>
      <output className="entry-status" data-tone={status?.tone}>
        {status?.text}
      </output>
      {purchase.kind === "unknown" || purchase.kind === "settling" ? (
        <ResumeButton
          title={title}
          waits={purchase.kind === "settling"}
          resume={resume}
          focusFallback={focusFallback}
        />
      ) : null}
    </>
  )
}

function statusOf(purchase: PurchaseState, context: TextContext): StatusText {
  if (purchase.kind === "idle") return { tone: "calm", text: "Resolved in another tab.", announced: true }
  if (purchase.kind !== "delivered") return statusText(purchase, context)
  return statusText({ kind: "delivered", justNow: true, fetched: false }, context)
}

type ResumeButtonProps = Pick<UnconfirmedPaymentProps, "focusFallback"> & {
  readonly title: string
  readonly waits: boolean
  readonly resume: () => void
}

function ResumeButton({ title, waits, resume, focusFallback }: ResumeButtonProps) {
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  return (
    <p className="panel-actions">
      <button
        className="button primary"
        ref={button}
        type="button"
        aria-disabled={waits}
        onClick={waits ? undefined : resume}
      >
        {waits ? "Waiting for the answer…" : "Get my answer (no second charge)"}
        <span className="visually-hidden"> for {title}</span>
      </button>
    </p>
  )
}
