import Link from "next/link"
import type { PublicConfig } from "@/lib/api/public-config"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { shortHex } from "@/lib/client/format/address"
import { documents } from "./documents"

export function Footer({ config }: { readonly config: PublicConfig }) {
  return (
    <footer className="footer">
      <p>
        Research, not advice. Short-term direction is close to unpredictable. Each answer lists its sources and what was
        missing.
      </p>
      <p>
        Paid with USDC on {config.networkName} (<span className="mono">{config.network}</span>) to{" "}
        <span className="mono" title={config.payTo}>
          {shortHex(config.payTo)}
        </span>
        . Receipts stay in this browser. <Link href="/changelog">Interface {INTERFACE_VERSION}</Link>.{" "}
        <a href={documents.info}>Service info</a> · <a href={documents.openapi}>OpenAPI</a> ·{" "}
        <a href={documents.health}>Health</a>
      </p>
    </footer>
  )
}
