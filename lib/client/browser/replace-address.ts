/**
 * Writes the address of the page without a navigation.
 *
 * The first effect of Next.js's router replaces `history.replaceState` by one that keeps the router's state in the entry. A change
 * that React replays while the page hydrates comes before, and must keep that state itself: without it the back button shows the
 * address of the entry and not its page.
 */
export function replaceAddress(address: string): void {
  const { history } = window
  const isRouterReady = Object.hasOwn(history, "replaceState")
  history.replaceState(isRouterReady ? null : history.state, "", address)
}
