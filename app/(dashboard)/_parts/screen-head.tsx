import type { ReactNode } from "react"
import { screenAt } from "@/lib/client/screens"
import { isPaid } from "@/lib/api/contract"
import { contractOf } from "./served"

/** The head of a screen: title, description and an optional element beside the title. */
export function ScreenHead({ href, aside }: { readonly href: string; readonly aside?: ReactNode }) {
  const { title, description, panels } = screenAt(href)
  const hasPaidPanel = panels.map(contractOf).some((contract) => contract && isPaid(contract))
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {aside}
        <p>{description}</p>
      </div>
      {/* The heading level between the page title and its panels, for screen reader users. */}
      {hasPaidPanel ? <h2 className="visually-hidden">Panels</h2> : null}
    </>
  )
}
