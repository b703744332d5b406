"use client"

import { useEffect, useState } from "react"
import { useAppConfig } from "@/components/shell/app-context"
import { sameAddress } from "@/lib/client/format/address"
import type { Exchange } from "@/lib/client/inspector/exchange"
import { decodeHeader } from "@/lib/client/purchase/header"
import { PaymentPayload } from "@/lib/client/purchase/wire"

/** Recovers the signer in this browser, so that nobody has to believe the word "verified". */
export function SignerCheck({ exchange }: { readonly exchange: Exchange }) {
  const { chainId } = useAppConfig()
  const { signature, payer } = exchange
  const [signer, setSigner] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let wanted = true
    const check = async () => {
      const payload = PaymentPayload.safeParse(decodeHeader(signature ?? "")).data
      const { recoverSigner } = await import("@/lib/client/inspector/recover")
      const found = payload ? await recoverSigner(payload, chainId) : null
      if (wanted) setSigner(found)
    }
    void check()
    return () => {
      wanted = false
    }
  }, [signature, chainId])
  if (signature === null || signer === undefined) return null
  if (signer === null)
    return <p className="muted">Signed by a smart wallet, or unreadable: only the chain can check it.</p>
  return sameAddress(signer, payer) ? (
    <p className="step-good">
      ✓ Checked in this browser: the signature recovers to <span className="mono break">{signer}</span>, the payer.
    </p>
  ) : (
    <p className="step-bad">
      ✕ Recovers to <span className="mono break">{signer}</span>, which is not the payer.
    </p>
  )
}
