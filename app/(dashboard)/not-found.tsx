import type { Metadata } from "next"
import { PageNotFound } from "@/components/shell/page-not-found"

export const metadata: Metadata = { title: "Nothing here" }

/** Inside the frame, which has the page's one `main`. */
export default function ScreenNotFound() {
  return (
    <div className="bare">
      <PageNotFound />
    </div>
  )
}
