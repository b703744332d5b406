import { CopyButton } from "@/components/ui/copy-button"
import type { PublicConfig } from "@/lib/api/public-config"
import { QrCode } from "./qr-code"

/** How to add USDC to this wallet where there is no faucet. */
export function AddFunds({ address, config }: { readonly address: string; readonly config: PublicConfig }) {
  const { networkName, usdc, explorerUrl } = config
  return (
    <details className="details">
      <summary>Add USDC to this wallet</summary>
      <ol className="funding-steps">
        <li>
          Withdraw USDC from an exchange and choose {networkName} as its network, or bridge USDC to {networkName}.
        </li>
        <li>
          Send it to the address above.{" "}
          <CopyButton label="Copy the address" text={address} instead="select the address" />
        </li>
        <li>Wait for your balance to change here. No ETH is needed: payments cost you no gas.</li>
      </ol>
      <QrCode text={address} label="Your address as a code" />
      <p className="hint">
        Only USDC with this contract is accepted: <span className="mono break">{usdc.address}</span>
        {explorerUrl === null ? null : (
          <>
            {" "}
            <a href={`${explorerUrl}/token/${usdc.address}`} rel="noreferrer" target="_blank">
              See it on the explorer
            </a>
          </>
        )}
        . A few dollars are enough for a hundred views.
      </p>
    </details>
  )
}
