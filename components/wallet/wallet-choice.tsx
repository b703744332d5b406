"use client"

import { useId, useRef } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { SideButton } from "@/components/ui/side-button"
import { useStore } from "@/lib/client/browser/use-store"
import { walletActions, type WalletOption, walletStore } from "@/lib/client/wallet/wallet-store"
import { Pairing } from "./pairing"

/** The wallets that can be connected. */
export function WalletChoice() {
  const { options, phase, pairing } = useStore(walletStore)
  const actions = useStore(walletActions)
  const { faucet } = useAppConfig()
  const sorted = options.toSorted((a, b) => order[a.kind] - order[b.kind])
  const browserWallets = options.some(({ kind }) => kind === "browser")
  const loading = phase === "loading" || phase === "not-loaded"
  const connecting = phase === "connecting"
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <div>
        <ul className="wallet-list" aria-busy={loading} aria-label="Wallets" ref={list} tabIndex={-1}>
          {sorted.map((option) => (
            <OptionItem
              key={option.id}
              option={option}
              waits={connecting}
              connect={() => actions?.connect(option.id)}
            />
          ))}
        </ul>
        <div className="wallet-wait">
          <output>{connecting ? "Waiting for your wallet…" : null}</output>
          {connecting ? (
            <SideButton name="Stop waiting" act={() => actions?.stopConnecting()} focusFallback={list} />
          ) : null}
        </div>
      </div>
      {connecting && pairing !== null ? <Pairing uri={pairing} /> : null}
      {loading ? <p className="hint">Looking for wallets…</p> : null}
      {!loading && !browserWallets ? (
        <p className="hint">
          No browser wallet found. {faucet ? "The demo wallet needs nothing installed." : <WalletHelp />}
        </p>
      ) : null}
      <p className="hint">We only see your address. Each view is one signature for exactly the price on its button.</p>
    </>
  )
}

type OptionItemProps = {
  readonly option: WalletOption
  readonly waits: boolean
  readonly connect: () => void
}

/** Several wallets may have one kind, so each has its own note. */
function OptionItem({ option, waits, connect }: OptionItemProps) {
  const noteId = useId()
  return (
    <li>
      <button
        className="wallet-option"
        type="button"
        aria-disabled={waits}
        onClick={waits ? undefined : connect}
        aria-label={option.name}
        aria-describedby={noteId}
      >
        <WalletIcon option={option} />
        <span>
          <strong>{option.name}</strong>
          <small id={noteId}>{notes[option.kind]}</small>
        </span>
      </button>
    </li>
  )
}

function WalletHelp() {
  return (
    <a href="https://ethereum.org/wallets/" rel="noreferrer" target="_blank">
      What is a wallet?
    </a>
  )
}

const order = { demo: 0, browser: 1, account: 2, remote: 3 } as const
const notes = {
  demo: "Play money; the key stays in this browser",
  browser: "Installed in this browser",
  account: "A smart account with a passkey, nothing to install",
  remote: "On another device",
} as const

function WalletIcon({ option }: { readonly option: WalletOption }) {
  if (option.icon === null) {
    return (
      <span className="wallet-icon" aria-hidden="true">
        {option.name.slice(0, 1)}
      </span>
    )
  }
  // A data URL from the wallet, so image optimization does not apply.
  return <span className="wallet-icon" aria-hidden="true" style={{ backgroundImage: `url("${option.icon}")` }} />
}
