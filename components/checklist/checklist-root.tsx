"use client"

import dynamic from "next/dynamic"
import { usePathname, useRouter } from "next/navigation"
import { useEffect } from "react"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { followPreferences, preferences } from "@/lib/client/browser/preferences"
import { useStore } from "@/lib/client/browser/use-store"
import { checklistDialog } from "@/lib/client/bundle/checklist-dialog"

const ChecklistDialog = dynamic(() => import("./checklist-dialog").then((module) => module.ChecklistDialog), {
  ssr: false,
})

/** Applies the preferences to the page. The dialog loads when it is opened. */
export function ChecklistRoot({ offers }: { readonly offers: readonly PanelOffer[] }) {
  const isOpen = useStore(checklistDialog)
  const { density } = useStore(preferences)
  const pathname = usePathname()
  const router = useRouter()
  useEffect(followPreferences, [])
  useEffect(() => {
    document.documentElement.dataset["density"] = density
  }, [density])
  useEffect(() => {
    const { coin } = preferences.get()
    // The chart of the overview shows BTC unless its address names a coin.
    if (pathname === "/" && window.location.search === "" && coin !== "BTC") {
      router.replace(`/?coin=${coin}${window.location.hash}`, { scroll: false })
    }
  }, [pathname, router])
  if (!isOpen) return null
  return (
    <ErrorBoundary fallback={<ErrorNotice />}>
      <ChecklistDialog offers={offers} />
    </ErrorBoundary>
  )
}
