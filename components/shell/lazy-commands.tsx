"use client"

import dynamic from "next/dynamic"
import type { ComponentProps } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type { Commands } from "./commands"

const Loaded = dynamic(() => import("./commands").then((module) => module.Commands), { ssr: false })

/** Keyboard shortcuts and the command palette, loaded after the first load. The page works without them. */
export function LazyCommands(props: ComponentProps<typeof Commands>) {
  return (
    <ErrorBoundary fallback={null}>
      <Loaded {...props} />
    </ErrorBoundary>
  )
}
