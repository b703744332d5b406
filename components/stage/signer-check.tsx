"use client"

import { useEffect, useEffectEvent, useState } from "react"
import { useErrorBoundary } from "react-error-boundary"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { sameAddress } from "@/lib/client/format/address"

type SignerCheckProps = {
  /** Recovers the signer; `null` when the signature alone does not name one. Called once. */
  readonly recover: () => Promise<string | null>
  /** The expected address. */
  readonly signer: string
  /** Its role: `the payer`. */
  readonly expected: string
}

/** Recovers the signer in this browser, so that the user need not trust the service. */
export function SignerCheck(props: SignerCheckProps) {
  return (
    <ErrorBoundary>
      <RecoveredSigner {...props} />
    </ErrorBoundary>
  )
}

function RecoveredSigner({ recover, signer, expected }: SignerCheckProps) {
  const [found, setFound] = useState<string | null | undefined>(undefined)
  const ask = useEffectEvent(recover)
  const { showBoundary } = useErrorBoundary()
  useEffect(() => {
    let wanted = true
    const check = async () => {
      const recovered = await ask()
      if (wanted) setFound(recovered)
    }
    check().catch(showBoundary)
    return () => {
      wanted = false
    }
  }, [showBoundary])
  if (found === undefined) return null
  if (found === null)
    return <p className="muted">Signed by a smart wallet, or unreadable: only the chain can check it.</p>
  return sameAddress(found, signer) ? (
    <p className="step-good">
      ✓ Checked in this browser: the signature recovers to <span className="mono break">{found}</span>, {expected}.
    </p>
  ) : (
    <p className="step-bad">
      ✕ Recovers to <span className="mono break">{found}</span>, which is not {expected}.
    </p>
  )
}
