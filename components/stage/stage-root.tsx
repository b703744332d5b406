"use client"

import dynamic from "next/dynamic"
import { usePathname } from "next/navigation"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useStore } from "@/lib/client/browser/use-store"
import { stageView } from "@/lib/client/stage/stage-store"

const StageDock = dynamic(() => import("./stage-dock").then((module) => module.StageDock), { ssr: false })

/** The docked stage, loaded when opened. Its own page shows it whole. */
export function StageRoot() {
  const { isOpen } = useStore(stageView)
  const isOwnPage = usePathname() === "/stage"
  return isOpen && !isOwnPage ? (
    <ErrorBoundary fallback={<ErrorNotice />}>
      <StageDock />
    </ErrorBoundary>
  ) : null
}
