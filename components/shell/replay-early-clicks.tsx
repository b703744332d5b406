import { headers } from "next/headers"
import { HydrationMarker } from "./hydration-marker"

/**
 * Before hydration a button does nothing, which on a phone can last a second or more. The last button clicked in that
 * time is clicked again after hydration.
 */
const KEEP_PRESS = `(() => {
  let pressed = null
  const keep = ({ target }) => { pressed = target.closest("button") }
  addEventListener("click", keep, true)
  addEventListener("page-hydrated", () => {
    removeEventListener("click", keep, true)
    if (pressed?.isConnected) pressed.click()
  }, { once: true })
})()`

/** Must come before all buttons. */
export async function ReplayEarlyClicks() {
  const nonce = (await headers()).get("x-nonce") ?? undefined
  return (
    <>
      {/* Browsers hide the nonce from whoever compares. */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: KEEP_PRESS }} />
      <HydrationMarker />
    </>
  )
}
