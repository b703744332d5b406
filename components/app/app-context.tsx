"use client"

import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import type { PublicConfig } from "@/lib/api/public-config"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { browserStorage } from "@/lib/client/browser/browser-storage"
import type { PurchaseClient } from "@/lib/client/purchase-client"

type App = { readonly config: PublicConfig; readonly client: PurchaseClient | null }

const AppContext = createContext<App | null>(null)

/** Provides the configuration, and the purchase client once it has loaded. */
export function AppProvider({ config, children }: { readonly config: PublicConfig; readonly children: ReactNode }) {
  const [app, setApp] = useState<App>({ config, client: null })
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const { createPurchaseClient, followStream } = await import("./late")
      if (!wanted) return
      const client = createPurchaseClient(config, browserStorage())
      setApp({ config, client })
      followStream(client)
    }
    load().catch(() => setBroken(true))
    return () => {
      wanted = false
    }
  }, [config])
  return (
    <AppContext value={app}>
      {children}
      {isBroken ? <ErrorNotice /> : null}
    </AppContext>
  )
}

function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error("AppProvider is missing above this component.")
  return app
}

export function useAppConfig(): PublicConfig {
  return useApp().config
}

/** `null` until it has loaded. */
export function usePurchaseClient(): PurchaseClient | null {
  return useApp().client
}
