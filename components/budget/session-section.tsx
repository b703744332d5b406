"use client"

import { useRef, useState } from "react"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { TransactionLink } from "@/components/panels/bought/transaction-link"
import { useStore } from "@/lib/client/browser/use-store"
import { budgetDialog } from "@/lib/client/budget/budget-dialog"
import { useTimes } from "@/lib/client/browser/use-times"
import { sameAddress } from "@/lib/client/format/address"
import { dollars } from "@/lib/client/format/money"
import { spanText } from "@/lib/client/format/time"
import type { SessionClient } from "./session-client"
import type { SessionRequirements } from "@/lib/client/purchase/wire"
import { totalDeposits, phaseOf, type Session } from "@/lib/client/sessions/session"
import { type ConnectedWallet, openWalletDialog, walletStore } from "@/lib/client/wallet/wallet-store"
import { DepositForm } from "./deposit-form"
import { OpenSessionView } from "./open-session-view"
import { WithdrawView } from "./withdraw-view"

/** Start, top up and end a session. Absent if the service offers no sessions. */
export function SessionSection({ used }: { readonly used: bigint }) {
  const client = usePurchaseClient()
  const { sessions } = useAppConfig()
  const { wallet } = useStore(walletStore)
  if (client && wallet) return <WalletSession client={client} wallet={wallet} used={used} />
  return sessions ? <SessionWithoutWallet /> : null
}

function connectFirst(): void {
  budgetDialog.set(false)
  openWalletDialog()
}

function SessionWithoutWallet() {
  return (
    <section className="session" aria-labelledby="session-title">
      <h3 id="session-title">Session</h3>
      <p className="hint">One signature, then one click a panel without prompts. What you do not spend comes back.</p>
      <p>
        <button className="button" type="button" aria-haspopup="dialog" onClick={connectFirst}>
          Connect a wallet to start one
        </button>
      </p>
    </section>
  )
}

type WalletSessionProps = {
  readonly client: SessionClient
  readonly wallet: ConnectedWallet
  /** What counts towards today's limit already, in atomic USDC. */
  readonly used: bigint
}

export function WalletSession({ client, wallet, used }: WalletSessionProps) {
  const sessions = useStore(client.sessions.list).filter(({ config }) => sameAddress(config.payer, wallet.address))
  const lastOffer = useStore(client.sessions.offer)
  const offer = lastOffer ?? null
  const isPaused = useAppConfig().sessions && lastOffer === null
  const title = useRef<HTMLHeadingElement>(null)
  const [news, announce] = useState("")
  const form = { client, wallet, used, announce, focusFallback: title }
  const withPhase = sessions.map((session) => ({ session, phase: phaseOf(session) }))
  const current = withPhase.findLast(({ phase }) => phase === "open" || phase === "withdrawing" || phase === "opening")
  if (offer === null && sessions.length === 0 && !isPaused) return null
  return (
    <section className="session" aria-labelledby="session-title">
      <h3 id="session-title" ref={title} tabIndex={-1}>
        Session
      </h3>
      <output>{news}</output>
      {isPaused ? (
        <p>
          Sessions are paused, because the service cannot collect from them right now. You can still pay each panel with
          your wallet. What is left in a session stays yours.
        </p>
      ) : null}
      {current?.phase === "open" ? (
        <OpenSessionView client={client} session={current.session} announce={announce} title={title}>
          {offer && <DepositForm {...form} offer={offer} session={current.session} />}
        </OpenSessionView>
      ) : null}
      {current?.phase === "opening" ? <Opening session={current.session} /> : null}
      {current === undefined && offer ? (
        <>
          <SessionPromise offer={offer} />
          <DepositForm {...form} offer={offer} session={null} />
        </>
      ) : null}
      <WithdrawView
        key={current?.session.id}
        client={client}
        known={current?.session.config ?? null}
        isStarted={current?.phase === "withdrawing"}
      />
      <PastSessions sessions={withPhase.flatMap(({ session, phase }) => (phase === "ended" ? [session] : []))} />
    </section>
  )
}

/** How a session works, and where its money is. */
function SessionPromise({ offer }: { readonly offer: SessionRequirements }) {
  const { networkName } = useAppConfig()
  return (
    <p className="hint">
      One signature now, then one click a panel without prompts. The amount moves into an escrow contract on{" "}
      {networkName}; what you do not spend comes back when you end the session; if this service is gone, you withdraw it
      yourself after {spanText(offer.extra.withdrawDelay * 1_000)}.
    </p>
  )
}

function Opening({ session }: { readonly session: Session }) {
  const { networkName } = useAppConfig()
  const amount = session.deposits.findLast(({ state }) => state === "sent")?.amount ?? "0"
  return (
    <p>
      Deposit of {dollars(amount)} sent, waiting for its block on {networkName}. Its panel shows the progress. You can
      close this page: the session is kept.
    </p>
  )
}

function PastSessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const times = useTimes()
  if (sessions.length === 0) return null
  return (
    <details className="details">
      <summary>Past sessions</summary>
      <ul className="session-list">
        {sessions.toReversed().map((session) => (
          <li key={session.id}>
            {times.text(session.openedAtMs)}: {dollars(totalDeposits(session))} deposited, {dollars(session.charged)}{" "}
            spent, {dollars(session.refund?.amount ?? "0")} returned.
            {session.refund?.transaction ? (
              <span className="mono break">
                {" "}
                <TransactionLink transaction={session.refund.transaction} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  )
}
