"use client"

import { type ReactNode, type RefObject, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { SideButton } from "@/components/ui/side-button"
import { useOnline } from "@/lib/client/browser/use-online"
import { dollars } from "@/lib/client/format/money"
import type { SessionClient } from "./session-client"
import { totalDeposits, isDisputed, remainingDeposit, type Session } from "@/lib/client/sessions/session"

type OpenSessionViewProps = {
  readonly client: SessionClient
  readonly session: Session
  readonly announce: (text: string) => void
  /** Gets the focus when the session has ended. */
  readonly title: RefObject<HTMLElement | null>
  /** The form to top up. */
  readonly children: ReactNode
}

const RETRY_DELAYS_MS = [2_000, 4_000, 8_000, 16_000]

/** The remaining balance of the session, and its end. */
export function OpenSessionView({ client, session, announce, title, children }: OpenSessionViewProps) {
  const config = useAppConfig()
  const isOnline = useOnline()
  const [isEnding, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    announce("Waiting for the refund's block…")
    const { endSession } = await import("@/lib/client/sessions/end-session")
    const result = await endSession(session.id, {
      config,
      sessions: client.sessions,
      fetch: (path, init) => fetch(path, init),
      now: () => Date.now(),
      retryDelaysMs: RETRY_DELAYS_MS,
    })
    setEnding(false)
    announce(
      result.kind === "ended"
        ? "Session ended. What was left is back in your wallet."
        : `${result.message} Try again: you lose nothing.`,
    )
  }
  const fail = () => {
    setEnding(false)
    announce("This code did not load. Check your connection.")
  }
  return (
    <>
      <dl className="facts">
        <dt>Session left</dt>
        <dd>
          {dollars(remainingDeposit(session))} of {dollars(totalDeposits(session))}
        </dd>
        <dt>Spent</dt>
        <dd>{dollars(session.charged)}</dd>
        <dt>Checked</dt>
        <dd>{checkText(session)}</dd>
      </dl>
      {children}
      <div className="dialog-actions">
        <SideButton
          name={isEnding ? "Ending…" : `End session, get ${dollars(remainingDeposit(session))} back`}
          waits={isEnding || !isOnline}
          act={() => void end().catch(fail)}
          focusFallback={title}
        />
      </div>
    </>
  )
}

function checkText(session: Session): string {
  if (session.reported === null) return "by this browser's own count"
  if (!isDisputed(session)) return "the service's count is the same"
  const { balance, charged } = session.reported
  return `the service says ${dollars(charged)} of ${dollars(balance)} spent, this browser counts ${dollars(session.charged)} of ${dollars(totalDeposits(session))}`
}
