"use client"

import { useState } from "react"
import { QrCode } from "./qr-code"

/** How a wallet on another device, or another app of this one, is reached (WalletConnect). */
export function Pairing({ uri }: { readonly uri: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(uri)
    setCopied(true)
  }
  return (
    <section className="pairing" aria-label="Connect by scanning">
      <QrCode text={uri} label="Code for the scanner of your wallet" />
      <div className="dialog-actions">
        <a className="button primary" href={uri}>
          Open a wallet on this device
        </a>
        <button className="button" type="button" onClick={() => void copy()}>
          {copied ? "Copied" : "Copy the link"}
        </button>
      </div>
      <p className="hint">Scan with the wallet on your phone, or open it here. The code works for five minutes.</p>
    </section>
  )
}
