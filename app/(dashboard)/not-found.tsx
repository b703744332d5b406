import type { Metadata } from "next"
import { NothingHere } from "@/components/shell/nothing-here"

export const metadata: Metadata = { title: "Nothing here" }

/** Inside the frame, which has the page's one `main`. */
export default function ScreenNotFound() {
  return (
    <div className="bare">
      <NothingHere />
    </div>
  )
}
