import { balanceText } from "@/lib/client/format/money"
import type { WalletState } from "./wallet-store"

/** What concerns every panel at once. */
export type AnnouncedState = Pick<WalletState, "wallet" | "funding" | "problem"> & { readonly online: boolean }

/**
 * Whether there is something to say that was not said with `announced`. Pure. A balance that falls is none: something was
 * bought, and what was bought says so. Nor is a problem that is over: what is tried again is announced when it fails again.
 */
export function shouldAnnounce(announced: AnnouncedState, now: AnnouncedState): boolean {
  if (announced.online !== now.online || announced.funding !== now.funding) return true
  if (now.problem !== null && announced.problem !== now.problem) return true
  const [before, after] = [announced.wallet, now.wallet]
  if (before === null || after === null) return before !== after
  if (before.address !== after.address || before.chainOk !== after.chainOk) return true
  return after.balance !== null && (before.balance === null || after.balance > before.balance)
}

/** What was to say at the last news, for as long as it is true; then nothing, which nobody hears. Pure. */
export function announcementText(announced: AnnouncedState, now: AnnouncedState): string {
  return announced.wallet?.balance === now.wallet?.balance && announced.problem === now.problem
    ? sentenceOf(announced)
    : ""
}

function sentenceOf({ wallet, funding, problem, online }: AnnouncedState): string {
  if (!online) return "You are offline."
  if (problem !== null) return problem
  if (!wallet) return ""
  if (!wallet.chainOk) return `${wallet.name} is connected to another network.`
  if (funding || wallet.balance === null) return `${wallet.name} connected.`
  return `${wallet.name} connected, ${balanceText(wallet.balance)} USDC.`
}
