"use client"

import dynamic from "next/dynamic"
import { useEffect } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { markLoadFailed, loadWallet, walletRequested, wasConnected } from "@/lib/client/wallet/wallet-store"
import { WalletDialog } from "./wallet-dialog"

const WalletHost = dynamic(() => import("./wallet-host").then((module) => module.WalletHost), { ssr: false })

/** The wallet dialog, and the wallet code once it is needed. */
export function WalletRoot() {
  const config = useAppConfig()
  const wanted = useStore(walletRequested)
  useEffect(() => {
    if (wasConnected()) loadWallet()
  }, [])
  return (
    <>
      <WalletDialog />
      {wanted ? (
        <ErrorBoundary fallback={null} onBroken={markLoadFailed}>
          <WalletHost config={config} />
        </ErrorBoundary>
      ) : null}
    </>
  )
}
