"use client"

import { type ReactNode, useState } from "react"

type LazyDetailsProps = {
  readonly summary: ReactNode
  readonly className?: string
  readonly initiallyOpen?: boolean
  readonly children: ReactNode
}

/** A disclosure whose content is rendered when it is first opened, so a closed one costs two nodes. */
export function LazyDetails({ summary, className = "details", initiallyOpen = false, children }: LazyDetailsProps) {
  const [wasOpened, setOpened] = useState(initiallyOpen)
  return (
    <details
      className={className}
      open={initiallyOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{summary}</summary>
      {wasOpened ? children : null}
    </details>
  )
}
