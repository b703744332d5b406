import type { ReactNode } from "react"
import { screenAt } from "@/components/shell/screens"

/** The head of a screen: its name, what it is, and what stands beside the name. */
export function ScreenHead({ href, beside }: { readonly href: string; readonly beside?: ReactNode }) {
  const { title, description } = screenAt(href)
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {beside}
      <p>{description}</p>
    </div>
  )
}
