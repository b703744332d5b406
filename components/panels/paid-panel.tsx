"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useId, useRef } from "react"
import { useNow } from "@/lib/client/browser/use-now"
import { dollars } from "@/lib/client/format/money"
import { ageText, utcText } from "@/lib/client/format/time"
import type { PanelProduct } from "./panel-product"
import type { PanelStatus } from "@/lib/client/panel/view"
import { wakeWallet } from "@/lib/client/wallet/wallet-store"
import { AnswerView } from "./answer-view"
import { TermsDetails } from "./terms-details"
import { type PanelModel, usePanel } from "./use-panel"

const AttemptDetails = dynamic(() => import("./attempt-details").then((module) => module.AttemptDetails))
const OwnedDetails = dynamic(() => import("./owned-details").then((module) => module.OwnedDetails))

type PaidPanelProps = {
  readonly product: PanelProduct
  /** What is inside, in words; rendered on the server. */
  readonly preview: ReactNode
  /** This browser is known to hold an answer, so room is left for it. */
  readonly owned: boolean
  /** What can be chosen before buying. */
  readonly choice?: ReactNode
}

/** One thing for sale: locked, then paid by one signature, then the answer with its receipt. */
export function PaidPanel({ product, preview, owned, choice = null }: PaidPanelProps) {
  const panel = usePanel(product)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { receipt, status } = panel
  const waiting = owned && panel.loading
  return (
    <section className="panel" aria-labelledby={titleId} data-state={status.kind}>
      <header className="panel-head">
        <h3 id={titleId} ref={title} tabIndex={-1}>
          {product.title}
        </h3>
        <PanelBadge panel={panel} price={product.price} />
      </header>
      <div className="panel-body">
        {choice}
        {receipt ? <AnswerView receipt={receipt} /> : waiting ? <AnswerSpace product={product} /> : preview}
      </div>
      <PanelFoot panel={panel} product={product} onOpen={() => title.current?.focus()} />
    </section>
  )
}

function AnswerSpace({ product }: { readonly product: PanelProduct }) {
  return (
    <p className="answer-space" data-endpoint={product.endpoint}>
      Reading what this browser keeps…
    </p>
  )
}

function PanelBadge({ panel, price }: { readonly panel: PanelModel; readonly price: string }) {
  const { receipt, status, ageMs } = panel
  if (!receipt) return <span className="price-tag">{dollars(price)}</span>
  const stale = status.kind === "delivered-stale"
  return (
    <span className={stale ? "badge warn" : "badge"} title={`Delivered ${utcText(receipt.deliveredAtMs)}`}>
      {stale ? "Old · " : ""}
      {ageText(ageMs)}
    </span>
  )
}

type PanelFootProps = {
  readonly panel: PanelModel
  readonly product: PanelProduct
  /** Leads to the answer that is owned. */
  readonly onOpen: () => void
}

function PanelFoot({ panel, product, onOpen }: PanelFootProps) {
  const { text, action, status, receipt, again } = panel
  const retries = status.kind === "failed"
  // The one thing to do here stands out, unless the answer is what matters.
  const quiet = action === "open" || (receipt !== null && action === "pay" && status.kind !== "superseded")
  const act = () => {
    panel.act()
    if (action === "open") onOpen()
  }
  return (
    <div className="panel-foot">
      <div className="panel-status" data-tone={text.tone}>
        <output>{text.announced ? text.text : ""}</output>
        {text.announced ? null : <p>{text.text}</p>}
      </div>
      <div className="panel-actions">
        <button
          className={quiet ? "button" : "button primary"}
          type="button"
          aria-disabled={action === "wait"}
          aria-haspopup={action === "connect" ? "dialog" : undefined}
          onPointerEnter={action === "connect" ? wakeWallet : undefined}
          onClick={act}
        >
          {panel.actionLabel}
        </button>
        {retries ? (
          <button className="button" type="button" onClick={panel.dismiss}>
            Start over
          </button>
        ) : null}
      </div>
      <VersionLine changedAt={panel.changedAt} status={status.kind} />
      <AttemptPart status={status} />
      {receipt ? <OwnedDetails receipt={receipt} again={again} /> : <TermsDetails product={product} />}
    </div>
  )
}

type VersionLineProps = { readonly changedAt: string | null; readonly status: PanelStatus["kind"] }

/** The free word on versions, before anything is signed. Its room is there before the word is. */
function VersionLine({ changedAt, status }: VersionLineProps) {
  const nowMs = useNow()
  if (changedAt === null) return <p className="panel-version" />
  return (
    <p className="panel-version">
      Free version check: {standingOf(status)}changed{" "}
      <time dateTime={changedAt} title={utcText(changedAt)}>
        {ageText(Math.max(0, nowMs - Date.parse(changedAt)))}
      </time>
    </p>
  )
}

function standingOf(status: PanelStatus["kind"]): string {
  if (status === "superseded") return "newer than yours, "
  return status === "unchanged" ? "you own the newest, " : ""
}

function AttemptPart({ status }: { readonly status: PanelStatus }) {
  if (status.kind === "unknown") return <AttemptDetails attempt={status.attempt} transaction={status.transaction} />
  if (status.kind === "failed") return <AttemptDetails attempt={status.attempt} transaction={null} />
  return null
}
