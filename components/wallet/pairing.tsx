import { CopyButton } from "@/components/ui/copy-button"
import { QrCode } from "./qr-code"

/** QR code and link for wallets on another device or in another app (WalletConnect). */
export function Pairing({ uri }: { readonly uri: string }) {
  return (
    <section className="pairing" aria-label="Connect by scanning">
      <QrCode text={uri} label="Code for the scanner of your wallet" />
      <div className="dialog-actions">
        <a className="button primary" href={uri}>
          Open a wallet on this device
        </a>
        <CopyButton label="Copy the link" text={uri} instead="scan the code" />
      </div>
      <p className="hint">Scan with the wallet on your phone, or open it here. The code works for five minutes.</p>
    </section>
  )
}
