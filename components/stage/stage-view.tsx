"use client"

import { useEffect, useId, useRef, useState } from "react"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { QrCode } from "@/components/wallet/qr-code"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import { dollars } from "@/lib/client/format/money"
import { startOfDay } from "@/lib/client/format/time"
import type { Arrow } from "@/lib/client/stage/arrow"
import { type Counter, countSince } from "@/lib/client/stage/counter"
import { countedFrom, showOnStage, stageView } from "@/lib/client/stage/stage-store"
import { Comparison } from "./comparison"
import { Lanes, routeText } from "./lanes"
import { SignatureDetails } from "./signature-details"
import { type Paced, usePaced } from "./use-paced"
import { type Stage, type StageEntry, useStage } from "./use-stage"

/** Payments as they happen, drawn between browser, service and chain. Follows the newest. */
export function StageView({ heading: Heading }: { readonly heading: "h2" | "h3" }) {
  const stage = useStage()
  const { shown, arrows } = stage
  const { replays } = useStore(stageView)
  const paced = usePaced(arrows.length, shown?.id ?? "", replays)
  const counter = useCounter()
  const root = useRef<HTMLDivElement>(null)
  const [isBig, setBig] = useFullScreen(root)
  return (
    <div className="stage" data-big={isBig} ref={root}>
      <CounterLine counter={counter} isBig={isBig} />
      {shown === null ? (
        <p className="hint">
          No payment yet. Buy a panel, here or in another window of this browser: each message appears here as it
          happens.
        </p>
      ) : (
        <>
          <div className="stage-head">
            <Heading className="stage-subject">{shown.title}</Heading>
            {isBig ? null : <EntryChoice stage={stage} />}
          </div>
          <Lanes
            title={shown.title}
            arrows={arrows.slice(0, paced.count)}
            signature={<SignatureDetails entry={shown} />}
          />
          <p className="visually-hidden" aria-live="polite">
            {announcementOf(shown, arrows[paced.count - 1])}
          </p>
        </>
      )}
      <Controls paced={paced} total={arrows.length} isBig={isBig} setBig={setBig} />
      <Comparison counter={counter} />
      <PageCode />
    </div>
  )
}

function useCounter(): Counter {
  const client = usePurchaseClient()
  const receipts = useMaybeStore(client?.receipts ?? null) ?? []
  const sessions = useMaybeStore(client?.sessions.list ?? null) ?? []
  const from = useStore(countedFrom)
  const nowMs = useNow()
  return countSince(receipts, sessions, from ?? startOfDay(nowMs))
}

function CounterLine({ counter: { total }, isBig }: { readonly counter: Counter; readonly isBig: boolean }) {
  const from = useStore(countedFrom)
  const times = useTimes()
  const nowMs = useNow()
  return (
    <div className="stage-counter">
      <p className="figure">{counterText(total)}</p>
      {isBig ? null : (
        <p className="muted">
          {from === null ? "Today in this browser" : `Since ${times.short(from, nowMs)}`}{" "}
          <button className="link-button" type="button" onClick={() => countedFrom.set(Date.now())}>
            Count from now
          </button>
        </p>
      )}
    </div>
  )
}

function counterText({ answers, signatures, amount }: Counter["total"]): string {
  return `${answers} ${answers === 1 ? "answer" : "answers"}, ${signatures} ${signatures === 1 ? "signature" : "signatures"}, ${dollars(amount)}`
}

function announcementOf({ title }: StageEntry, arrow: Arrow | undefined): string {
  return arrow === undefined ? "" : `${title}: ${routeText(arrow.from, arrow.to)}: ${arrow.label}`
}

const NEWEST = "newest"

function EntryChoice({ stage: { entries } }: { readonly stage: Stage }) {
  const id = useId()
  const times = useTimes()
  const { shownId } = useStore(stageView)
  return (
    <p>
      <label className="visually-hidden" htmlFor={id}>
        Payment or sign-in
      </label>
      <select
        className="field"
        id={id}
        value={entries.some((entry) => entry.id === shownId) ? (shownId ?? NEWEST) : NEWEST}
        onChange={({ target }) => showOnStage(target.value === NEWEST ? null : target.value)}
      >
        <option value={NEWEST}>Follow the newest</option>
        {entries.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {times.text(entry.startedAtMs)} · {entry.title} · {entry.kind}, {outcomeWords[entry.trace.outcome]}
          </option>
        ))}
      </select>
    </p>
  )
}

const outcomeWords: Readonly<Record<StageEntry["trace"]["outcome"], string>> = {
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

type ControlsProps = {
  readonly paced: Paced
  readonly total: number
  readonly isBig: boolean
  readonly setBig: (isBig: boolean) => void
}

function Controls({ paced: { count, step, replay }, total, isBig, setBig }: ControlsProps) {
  return (
    <div className="stage-controls">
      {total === 0 ? null : (
        <>
          <button className="button" type="button" onClick={replay}>
            Replay
          </button>
          <button className="button" type="button" aria-disabled={count <= 1} onClick={() => step(-1)}>
            Back
          </button>
          <button className="button" type="button" aria-disabled={count >= total} onClick={() => step(1)}>
            Next
          </button>
          <span className="muted">
            Step {count} of {total}
          </span>
        </>
      )}
      <button className="button" type="button" aria-pressed={isBig} onClick={() => setBig(!isBig)}>
        {isBig ? "Leave full screen" : "Full screen"}
      </button>
    </div>
  )
}

/** Covers the window with large type; the browser's own full screen too, where it is allowed. */
function useFullScreen(root: React.RefObject<HTMLElement | null>): readonly [boolean, (isBig: boolean) => void] {
  const [isBig, setBig] = useState(false)
  useEffect(() => {
    if (!isBig) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.preventDefault()
      setBig(false)
    }
    const onChange = () => {
      if (document.fullscreenElement === null) setBig(false)
    }
    document.addEventListener("keydown", onKey, { capture: true })
    document.addEventListener("fullscreenchange", onChange)
    return () => {
      document.removeEventListener("keydown", onKey, { capture: true })
      document.removeEventListener("fullscreenchange", onChange)
    }
  }, [isBig])
  const change = (next: boolean) => {
    setBig(next)
    // A browser may refuse; the large type stays.
    if (next) root.current?.requestFullscreen?.().catch(() => undefined)
    else if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined)
  }
  return [isBig, change]
}

/** The address of the stage, to open it on a phone. */
function PageCode() {
  const { origin } = useAppConfig()
  const address = `${origin}/stage`
  const isLocal = /\/\/(localhost|127\.)/.test(origin)
  return (
    <figure className="stage-code">
      <QrCode text={address} label={`QR code of ${address}`} />
      <figcaption>
        <span className="mono break">{address}</span>
        {isLocal ? <span className="muted">This address works on this computer only.</span> : null}
      </figcaption>
    </figure>
  )
}
