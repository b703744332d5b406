"use client"

import dynamic from "next/dynamic"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { checklistDialog } from "@/lib/client/bundle/checklist-dialog"

const ChecklistDialog = dynamic(() => import("./checklist-dialog").then((module) => module.ChecklistDialog), {
  ssr: false,
})

/** The dialog loads when it is opened. */
export function ChecklistRoot({ offers }: { readonly offers: readonly PanelOffer[] }) {
  const isOpen = useStore(checklistDialog)
  if (!isOpen) return null
  return (
    <ErrorBoundary fallback={<ErrorNotice />}>
      <ChecklistDialog offers={offers} />
    </ErrorBoundary>
  )
}
