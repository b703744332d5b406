"use client"

import dynamic from "next/dynamic"
import Link from "next/link"
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { SideButton } from "@/components/ui/side-button"
import { WalletSaid } from "@/components/ui/wallet-said"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { openBudget } from "@/lib/client/budget/budget-dialog"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { dollars } from "@/lib/client/format/money"
import { ageText } from "@/lib/client/format/time"
import type { Panel } from "./panel"
import { badgeOf, oldestInputMs } from "./panel-badge"
import { anchorOf, type PanelProduct } from "@/components/panels/product/panel-product"
import type { StatusText } from "@/lib/client/panel/text"
import type { PanelStatus } from "@/lib/client/panel/view"
import { freeUntilMs } from "@/lib/client/sign-in/free-until"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { loadWallet } from "@/lib/client/wallet/wallet-store"
import { AnswerDensity } from "./answer-density"
import { AnswerView, preloadView } from "./answer-view"
import type { RedeliveryProps } from "@/components/panels/bought/redelivery"
import { type PanelModel, usePanel } from "./use-panel"

const AttemptDetails = dynamic(() =>
  import("@/components/panels/bought/attempt-details").then((module) => module.AttemptDetails),
)
const CheckBalance = dynamic(() => import("./check-balance").then((module) => module.CheckBalance))
const Redelivery = dynamic(() => import("@/components/panels/bought/redelivery").then((module) => module.Redelivery))
const OtherDevicePurchase = dynamic(() =>
  import("@/components/panels/bought/other-device-purchase").then((module) => module.OtherDevicePurchase),
)
const OpenWallet = dynamic(() => import("./open-wallet").then((module) => module.OpenWallet))
const OwnedDetails = dynamic(() =>
  import("@/components/panels/bought/owned-details").then((module) => module.OwnedDetails),
)
const SampleAnswer = dynamic(() => import("./sample-answer").then((module) => module.SampleAnswer), { ssr: false })
const TermsDetails = dynamic(() => import("./terms-details").then((module) => module.TermsDetails))
const NotifyWhenAvailable = dynamic(
  () => import("./notify-when-available").then((module) => module.NotifyWhenAvailable),
  { ssr: false },
)

type PaidPanelProps = {
  readonly product: PanelProduct
  /** A description of the content, rendered on the server. */
  readonly preview: ReactNode
  /** The decision of the answer, in one line. */
  readonly decisionLine: string
  /** This browser owns an answer, so space is reserved for it. */
  readonly owned: boolean
  /** The height of the answer, which is reserved for it. */
  readonly heightRem?: Panel["heightRem"]
  /** Controls for the parameters. */
  readonly choice?: ReactNode
  /** What is shown of the owned answer, when a filter shows a part. */
  readonly part?: { readonly key: string; readonly body: unknown; readonly note: ReactNode } | null
  /** The panel has one block size in every state: the answer shows its decision first and the rest behind one button. */
  readonly compact?: boolean
  /** False if the panel may be collapsed: automatic refresh must not pay for a hidden panel. */
  readonly renews?: boolean
}

/**
 * One paid product: locked, then the answer with its receipt.
 *
 * Another choice of parameters is another product in the same panel. Its main button stays in place and keeps the
 * focus.
 */
export function PaidPanel({
  product,
  preview,
  decisionLine,
  owned,
  heightRem,
  choice = null,
  part = null,
  compact = false,
  renews = true,
}: PaidPanelProps) {
  const panel = usePanel(product, { renews })
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { receipt, status } = panel
  const waiting = owned && panel.loading
  const isPaying = receipt === null && PAYING.has(status.kind)
  // The view loads while the buyer signs, so that it is here when the answer arrives.
  useEffect(() => {
    if (owned || isPaying) preloadView(product.id)
  }, [owned, isPaying, product.id])
  // An answer that arrives keeps the space of its locked panel. One that was here before has its own height.
  const [hasPaid, setHasPaid] = useState(false)
  if (isPaying && !hasPaid) setHasPaid(true)
  const [isSampleOpen, setSampleOpen] = useState(false)
  const sample = receipt !== null ? null : { isOpen: isSampleOpen, toggle: () => setSampleOpen((isOpen) => !isOpen) }
  return (
    <section
      className="panel"
      id={anchorOf(product.id)}
      aria-labelledby={titleId}
      data-state={status.kind}
      data-compact={compact}
      data-paying={isPaying}
      data-reserved={receipt === null || hasPaid}
      style={heightRem && spaceOf(heightRem)}
    >
      <header className="panel-head">
        <h3 id={titleId} ref={title} tabIndex={-1}>
          {product.title}
        </h3>
        <PanelBadge panel={panel} maxInputAgeMs={product.maxInputAgeMs} />
      </header>
      <div className="panel-body">
        {choice}
        {receipt ? (
          <AnswerDensity value={compact}>
            {part?.note}
            <AnswerView key={part?.key ?? product.id} receipt={part ? { ...receipt, body: part.body } : receipt} />
          </AnswerDensity>
        ) : waiting ? (
          <p className="answer-space">Loading your purchases…</p>
        ) : sample?.isOpen ? (
          <SampleAnswer product={product} compact={compact} />
        ) : (
          <>
            <p className="decision-line">{decisionLine}</p>
            {compact ? <div className="panel-inside">{preview}</div> : null}
          </>
        )}
        {isPaying ? <PaymentProgress text={panel.text} /> : null}
      </div>
      <PanelFoot
        panel={panel}
        product={product}
        title={title}
        preview={preview}
        sample={sample}
        isOpen={!compact && (heightRem?.full ?? 0) >= MIN_ROOM_REM}
      />
    </section>
  )
}

/** The reserved height in which the list of what is inside has room. */
const MIN_ROOM_REM = 33

/** Read by answers.css. */
function spaceOf({ full, phone, compact }: Panel["heightRem"]): CSSProperties {
  return Object.fromEntries(
    Object.entries({ full, phone, compact }).flatMap(([name, rem]) =>
      rem === undefined ? [] : [[`--answer-${name}`, `${rem}rem`]],
    ),
  )
}

const PAYING: ReadonlySet<PanelStatus["kind"]> = new Set(["signing", "settling"])

/**
 * The status of a payment above the button. The live region with the same text is hidden here, because it stays in the
 * page and would move when the answer arrives.
 */
function PaymentProgress({ text }: { readonly text: StatusText }) {
  return (
    <p className="payment-progress" aria-hidden="true">
      {text.text}
    </p>
  )
}

function PanelBadge({
  panel,
  maxInputAgeMs,
}: {
  readonly panel: PanelModel
  readonly maxInputAgeMs: number | undefined
}) {
  const nowMs = useNow()
  const times = useTimes()
  const { receipt, dropped, freshness, ageMs, price } = panel
  const bought = receipt ?? dropped
  if (!bought && isNotSold(panel.status)) return <span className="badge">Not sold</span>
  if (!bought) return <span className="price-tag">{dollars(price)}</span>
  const inputMs = oldestInputMs(receipt?.body)
  const { text, warns } = badgeOf({
    maxInputAgeMs,
    ageMs,
    inputAgeMs: inputMs === null ? null : Math.max(0, nowMs - inputMs),
    isStale: freshness === "delivered-stale",
  })
  return (
    <span className={warns ? "badge warn" : "badge"} title={`Delivered ${times.text(bought.deliveredAtMs)}`}>
      {dropped ? "Bought · " : ""}
      {text}
    </span>
  )
}

/** The service cannot deliver it, so it has no price and nothing to sign. */
function isNotSold(status: PanelStatus): boolean {
  return status.kind === "unavailable" && "notSoldWhy" in status
}

type Sample = { readonly isOpen: boolean; readonly toggle: () => void }

type PanelFootProps = {
  readonly panel: PanelModel
  readonly preview: ReactNode
  /** `null`: there is no sample, or the answer itself is present. */
  readonly sample: Sample | null
  /** What is inside is shown in the space of the answer. */
  readonly isOpen: boolean
  readonly product: PanelProduct
  /** Receives the focus when a button is removed. */
  readonly title: RefObject<HTMLElement | null>
}

function PanelFoot({ panel, product, title, preview, sample, isOpen }: PanelFootProps) {
  const { text, action, status, receipt, dropped, again, price } = panel
  const [announcement, announce] = useState<StatusText | null>(null)
  const version = useVersionText(panel)
  const bought = receipt ?? dropped
  const fetching = { subject: product, announce, focusFallback: title }
  const isSpent = status.kind === "spent"
  return (
    <div className="panel-foot">
      <PanelStatusText text={text} announcement={announcement} />
      {panel.problem === null ? null : <p className="warning-line">{panel.problem}</p>}
      {action === "none" ? null : <PanelActions panel={panel} title={title} announce={announce} sample={sample} />}
      {bought === null ? <SessionHint status={status} price={price} /> : null}
      <ErrorBoundary key={product.id}>
        {status.kind === "signing" ? <OpenWallet focusFallback={title} /> : null}
        {status.kind === "wallet-failed" && status.details ? <WalletSaid text={status.details} /> : null}
        {status.kind === "unavailable" && "noDataSince" in status ? (
          <NotifyWhenAvailable product={product} focusFallback={title} />
        ) : null}
        {panel.canFetchAgain && dropped ? <EvictedAnswer dropped={dropped} price={price} fetching={fetching} /> : null}
        {status.kind === "delivered-elsewhere" ? (
          <p>
            <Link href="/receipts">All receipts</Link>
          </p>
        ) : null}
        {/* Details beside a payment to resume: a failed load must not add a second error. */}
        <ErrorBoundary fallback={null}>
          <AttemptDetailsSlot status={status} />
        </ErrorBoundary>
        {bought ? (
          <OwnedDetails receipt={bought} again={again} version={version} focusFallback={title} />
        ) : (
          <details className="details" open={isOpen}>
            <summary>{isNotSold(status) ? "What is inside" : "What is inside, what you sign"}</summary>
            {preview}
            <VersionLine panel={panel} />
            {isNotSold(status) ? null : <TermsDetails path={product.path} price={price} />}
            {panel.mayHavePurchase && !isSpent ? (
              <OtherDevicePurchase {...fetching} price={price} isKnown={false} />
            ) : null}
          </details>
        )}
        {panel.mayHavePurchase && isSpent ? <OtherDevicePurchase {...fetching} price={price} isKnown /> : null}
      </ErrorBoundary>
    </div>
  )
}

/** What a usual session pays for, in atomic USDC. */
const SESSION_AMOUNT = 2_000_000n

/** The way to pay for many panels with one signature. */
function SessionHint({ status, price }: Pick<PanelModel, "status" | "price">) {
  const { sessions } = useAppConfig()
  const isPayable = status.kind === "idle-no-wallet" || (status.kind === "ready" && status.isFromSession !== true)
  if (!sessions || !isPayable) return null
  return (
    <button className="link-button session-hint" type="button" aria-haspopup="dialog" onClick={openBudget}>
      {status.kind === "ready" && status.sessionLeft !== undefined
        ? "Top up the session"
        : `One signature for the next ${SESSION_AMOUNT / BigInt(price)} panels`}
    </button>
  )
}

/** The single live region of the panel. A sign-in text takes precedence over the panel's own text. */
export function PanelStatusText({
  text,
  announcement,
}: {
  readonly text: StatusText
  readonly announcement: StatusText | null
}) {
  const announced = announcement ?? (text.announced ? text : null)
  return (
    <div className="panel-status" data-tone={(announced ?? text).tone}>
      <output>{announced?.text}</output>
      {announced === text ? null : <p className={announced ? "muted" : undefined}>{text.text}</p>}
    </div>
  )
}

type DroppedPartProps = {
  readonly dropped: Receipt
  readonly price: string
  readonly fetching: Omit<RedeliveryProps, "wanted">
}

function EvictedAnswer({ dropped, price, fetching }: DroppedPartProps) {
  const { redeliveryWindowMs } = useAppConfig()
  const untilMs = freeUntilMs(dropped, redeliveryWindowMs)
  const { payer, brief } = dropped
  return <Redelivery {...fetching} wanted={{ payer, untilMs, price, brief }} />
}

type PanelActionsProps = Pick<PanelFootProps, "panel" | "title" | "sample"> & {
  readonly announce: RedeliveryProps["announce"]
}

export function PanelActions({ panel, title, announce, sample }: PanelActionsProps) {
  const { action, status, receipt, freshness, dropped } = panel
  const button = useFocusFallback<HTMLButtonElement>(title)
  // An owned answer is not for sale, so the main button is removed together with the secondary one.
  const focusFallback = receipt || dropped ? title : button
  // The main button is emphasised unless an answer is present.
  const isSecondary = receipt !== null && action === "pay" && freshness !== "outdated"
  return (
    <div className="panel-actions">
      <button
        className={isSecondary ? "button" : "button primary"}
        ref={button}
        type="button"
        aria-disabled={action === "wait"}
        aria-haspopup={action === "connect" || action === "change-wallet" ? "dialog" : undefined}
        onPointerEnter={action === "connect" ? loadWallet : undefined}
        onClick={panel.act}
      >
        {panel.actionLabel}
      </button>
      {sample && (action === "connect" || action === "pay") && status.kind !== "signing" ? (
        <button className="button" type="button" aria-expanded={sample.isOpen} onClick={sample.toggle}>
          {sample.isOpen ? "Hide sample" : "See a sample"}
        </button>
      ) : null}
      {action === "fund" ? (
        <ErrorBoundary fallback={null}>
          <CheckBalance announce={announce} focusFallback={focusFallback} />
        </ErrorBoundary>
      ) : null}
      {status.kind === "signing" ? (
        <SideButton name="Stop waiting" act={panel.stopWaiting} focusFallback={focusFallback} />
      ) : null}
      {status.kind === "failed" ? (
        <SideButton name="Start over" act={panel.dismiss} focusFallback={focusFallback} />
      ) : null}
      {status.kind === "delivered-elsewhere" ? (
        <SideButton name="Dismiss" act={panel.dismiss} focusFallback={focusFallback} />
      ) : null}
    </div>
  )
}

/** The result of the free version check below an unowned answer. Its line is reserved, so it does not shift the layout. */
function VersionLine({ panel }: { readonly panel: PanelModel }) {
  return <p className="panel-version">{useVersionText(panel)}</p>
}

/** The result of the free version check; `null` when unknown. */
function useVersionText({ changedAt, noDataSince, freshness, status }: PanelModel): string | null {
  const nowMs = useNow()
  const times = useTimes()
  if (changedAt === null) return null
  if (noDataSince !== null && status.kind !== "unavailable")
    return `Paused: no fresh data since ${times.text(noDataSince)}`
  if (freshness === "unchanged") return "Still current"
  const age = ageText(Math.max(0, nowMs - Date.parse(changedAt)))
  return freshness === "outdated" ? `Newer version, updated ${age}` : `Updated ${age}`
}

function AttemptDetailsSlot({ status }: { readonly status: PanelStatus }) {
  if (status.kind === "unknown") return <AttemptDetails attempt={status.attempt} transaction={status.transaction} />
  if (status.kind === "failed") return <AttemptDetails attempt={status.attempt} transaction={null} />
  return null
}
