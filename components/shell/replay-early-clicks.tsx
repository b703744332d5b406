import { headers } from "next/headers"
import { HydrationMarker } from "./hydration-marker"

/**
 * Until its code is there a button does nothing when it is pressed, which on a phone is a second or more. The last button
 * that was pressed by then is pressed once more as soon as the page listens.
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

/** Stands before all that can be pressed. */
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
