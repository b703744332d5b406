import { NothingHere } from "@/components/shell/nothing-here"

/** Inside the frame, which has the page's one `main`. */
export default function ScreenNotFound() {
  return (
    <div className="bare">
      <NothingHere />
    </div>
  )
}
