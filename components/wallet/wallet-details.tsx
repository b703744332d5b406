"use client"

import { type RefObject, useRef } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { useOpenSession } from "@/components/budget/use-open-session"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { useStore } from "@/lib/client/browser/use-store"
import { openBudget } from "@/lib/client/budget/budget-dialog"
import { balanceText, dollars } from "@/lib/client/format/money"
import { type ConnectedWallet, walletActions, walletDialog } from "@/lib/client/wallet/wallet-store"
import { AddFunds } from "./add-funds"

/** The connected wallet: address, network, balance, and disconnect. */
export function WalletDetails({ wallet, funding }: { readonly wallet: ConnectedWallet; readonly funding: boolean }) {
  const config = useAppConfig()
  const actions = useStore(walletActions)
  const demo = wallet.kind === "demo"
  const session = useOpenSession()
  const facts = useRef<HTMLDListElement>(null)
  return (
    <>
      <dl className="facts" ref={facts} tabIndex={-1}>
        <dt>Wallet</dt>
        <dd>{wallet.name}</dd>
        <dt>Address</dt>
        <dd className="mono break">{wallet.address}</dd>
        <dt>Network</dt>
        <dd>
          {wallet.chainOk ? config.networkName : `Another network, not ${config.networkName}`}{" "}
          <span className="mono muted">{config.network}</span>
        </dd>
        <dt>Balance</dt>
        <dd>{wallet.balance === null ? "…" : `${balanceText(wallet.balance)} USDC`}</dd>
        {session ? (
          <>
            <dt>Session left</dt>
            <dd>{dollars(session.left)} of the escrow, returned when you end it</dd>
          </>
        ) : null}
      </dl>
      <div className="dialog-actions">
        {wallet.chainOk ? null : (
          <SwitchButton networkName={config.networkName} act={() => actions?.switchNetwork()} focusFallback={facts} />
        )}
        {config.faucet ? (
          <button
            className="button"
            type="button"
            aria-disabled={funding}
            onClick={funding ? undefined : () => actions?.fund()}
          >
            {funding ? "Adding play money…" : "Add 10 play USDC"}
          </button>
        ) : null}
        {config.sessions ? (
          <button className="button" type="button" aria-haspopup="dialog" onClick={showSession}>
            {session ? "Top up or end the session" : "Start a session: one signature for many panels"}
          </button>
        ) : null}
        <button className="button" type="button" onClick={() => actions?.disconnect()}>
          {demo ? "Disconnect and delete" : "Disconnect"}
        </button>
      </div>
      {config.faucet ? null : <AddFunds address={wallet.address} config={config} />}
      {demo ? (
        <p className="hint">Disconnecting deletes this demo wallet: its key, its play money and what it bought.</p>
      ) : null}
    </>
  )
}

function showSession(): void {
  walletDialog.set(false)
  openBudget()
}

type SwitchButtonProps = {
  readonly networkName: string
  readonly act: () => void
  /** Gets the focus when the button disappears. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

function SwitchButton({ networkName, act, focusFallback }: SwitchButtonProps) {
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  return (
    <button className="button primary" ref={button} type="button" onClick={act}>
      Switch to {networkName}
    </button>
  )
}
