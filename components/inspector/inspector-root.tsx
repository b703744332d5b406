"use client"

import dynamic from "next/dynamic"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { inspectorView } from "@/lib/client/inspector/inspector-store"

const InspectorDrawer = dynamic(() => import("./inspector-drawer").then((module) => module.InspectorDrawer), {
  ssr: false,
})

/** The inspector dialog, loaded when opened. */
export function InspectorRoot() {
  const { open } = useStore(inspectorView)
  return open ? (
    <ErrorBoundary fallback={<ErrorNotice />}>
      <InspectorDrawer />
    </ErrorBoundary>
  ) : null
}
