import { headers } from "next/headers"
import { HydrationMarker } from "./hydration-marker"

/**
 * Before hydration a button does nothing, which on a phone can last a second or more. The last button or choice clicked in that
 * time is clicked again after hydration. A choice is not changed before: React would not notice it, and the page would show one
 * choice and sell another. Keys of shortcuts are kept until the listener for them has loaded.
 */
const RECORD_CLICK_SCRIPT = `(() => {
  let pressed = null
  const choiceOf = (target) => {
    const label = target.closest("label")
    const control = label ? label.control : target
    return /^(radio|checkbox)$/.test(control?.type) ? control : null
  }
  const keep = (event) => {
    const choice = choiceOf(event.target)
    if (choice) event.preventDefault()
    pressed = choice ?? event.target.closest("button")
  }
  addEventListener("click", keep, true)
  addEventListener("page-hydrated", () => {
    removeEventListener("click", keep, true)
    if (pressed?.isConnected) pressed.click()
  }, { once: true })
  const keys = []
  const keepKey = (event) => {
    const opensPalette = (event.ctrlKey || event.metaKey) && event.key === "k"
    if (opensPalette) event.preventDefault()
    if (opensPalette || (event.key.length === 1 && !event.target.closest("input, select, textarea"))) keys.push(event)
  }
  addEventListener("keydown", keepKey, true)
  addEventListener("shortcuts-loaded", () => {
    removeEventListener("keydown", keepKey, true)
    for (const key of keys) document.dispatchEvent(new KeyboardEvent("keydown", key))
  }, { once: true })
})()`

/** Must come before all buttons and choices. */
export async function ReplayEarlyClicks() {
  const nonce = (await headers()).get("x-nonce") ?? undefined
  return (
    <>
      {/* Browsers hide the nonce from whoever compares. */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: RECORD_CLICK_SCRIPT }} />
      <HydrationMarker />
    </>
  )
}
