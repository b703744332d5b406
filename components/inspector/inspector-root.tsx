"use client"

import dynamic from "next/dynamic"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { inspectorView } from "@/lib/client/inspector/inspector-store"

const InspectorDrawer = dynamic(() => import("./inspector-drawer").then((module) => module.InspectorDrawer), {
  ssr: false,
})

/** Stands at the end of the page; the drawer loads when it is asked for. */
export function InspectorRoot() {
  const { open } = useStore(inspectorView)
  return open ? (
    <ErrorBoundary instead={<ErrorNotice />}>
      <InspectorDrawer />
    </ErrorBoundary>
  ) : null
}
