"use client"

import dynamic from "next/dynamic"
import type { ComponentProps } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type { LateParts } from "./late-parts"

const Loaded = dynamic(() => import("@/components/app/late").then((module) => module.LateParts), { ssr: false })

/** Loads after the first load. The page works without it. */
export function LazyParts(props: ComponentProps<typeof LateParts>) {
  return (
    <ErrorBoundary fallback={null}>
      <Loaded {...props} />
    </ErrorBoundary>
  )
}
