import type { Metadata } from "next"
import { PageNotFound } from "@/components/shell/page-not-found"

export const metadata: Metadata = { title: "Page not found" }

/** Shown inside the layout, which already has the `main` element. */
export default function ScreenNotFound() {
  return (
    <div className="bare">
      <PageNotFound />
    </div>
  )
}
