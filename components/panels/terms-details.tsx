"use client"

import { useAppConfig } from "@/components/app/app-context"
import { dollars } from "@/lib/client/format/money"
import type { PanelProduct } from "@/components/panels/product/panel-product"

type TermsDetailsProps = Pick<PanelProduct, "path"> & {
  /** The price in atomic units. */
  readonly price: string
}

/** Everything that will be signed, readable before the wallet opens. */
export function TermsDetails({ path, price }: TermsDetailsProps) {
  const config = useAppConfig()
  return (
    <>
      <h4>What you sign</h4>
      <dl className="facts">
        <dt>Amount</dt>
        <dd>{dollars(price)} in USDC, exactly</dd>
        <dt>Network</dt>
        <dd>
          {config.networkName} <span className="mono muted">{config.network}</span>
        </dd>
        <dt>Token</dt>
        <dd className="mono break">{config.usdc.address}</dd>
        <dt>Payee</dt>
        <dd className="mono break">{config.payTo}</dd>
        <dt>Resource</dt>
        <dd className="mono break">GET {path}</dd>
        <dt>Form</dt>
        <dd>
          TransferWithAuthorization (EIP-3009), good for five minutes, usable once. The service pays the gas, and sends
          it only when your answer is ready.
        </dd>
      </dl>
    </>
  )
}
