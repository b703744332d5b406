"use client"

import dynamic from "next/dynamic"
import { useEffect } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { Guard } from "@/components/ui/guard"
import { useStore } from "@/lib/client/browser/use-store"
import { loseWallet, wakeWallet, walletWanted, wasConnected } from "@/lib/client/wallet/wallet-store"
import { WalletAnnouncer } from "./wallet-announcer"
import { WalletDialog } from "./wallet-dialog"

const WalletHost = dynamic(() => import("./wallet-host").then((module) => module.WalletHost), { ssr: false })

/** Stands at the end of the page: the dialog, and the wallet code once it is wanted. */
export function WalletRoot() {
  const config = useAppConfig()
  const wanted = useStore(walletWanted)
  useEffect(() => {
    if (wasConnected()) wakeWallet()
  }, [])
  return (
    <>
      <WalletAnnouncer />
      <WalletDialog />
      {wanted ? (
        <Guard instead={null} onBroken={loseWallet}>
          <WalletHost config={config} />
        </Guard>
      ) : null}
    </>
  )
}
