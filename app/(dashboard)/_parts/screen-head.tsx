import type { ReactNode } from "react"
import { screenAt } from "@/lib/client/screens"
import { panelsOn } from "@/components/panels"
import { contractOf } from "./served"

/** The head of a screen: title, description and an optional element beside the title. */
export function ScreenHead({ href, aside }: { readonly href: string; readonly aside?: ReactNode }) {
  const { title, description } = screenAt(href)
  const hasPanel = panelsOn(href).some(({ id }) => contractOf(id) !== null)
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {aside}
        <p>{description}</p>
      </div>
      {/* The heading level between the page title and its panels, for screen reader users. */}
      {hasPanel ? <h2 className="visually-hidden">Panels</h2> : null}
    </>
  )
}
