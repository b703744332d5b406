"use client"

import dynamic from "next/dynamic"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { alertsDialog } from "@/lib/client/alerts/alerts-dialog"

const AlertsDialog = dynamic(() => import("./alerts-dialog").then((module) => module.AlertsDialog), { ssr: false })

/** The alert dialog, loaded when it is opened. */
export function AlertsRoot() {
  if (!useStore(alertsDialog)) return null
  return (
    <ErrorBoundary fallback={<ErrorNotice />}>
      <AlertsDialog />
    </ErrorBoundary>
  )
}
