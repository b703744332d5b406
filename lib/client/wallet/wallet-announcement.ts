import { balanceText } from "@/lib/client/format/money"
import type { WalletState } from "./wallet-store"

/** State that concerns all panels. */
export type AnnouncedState = Pick<WalletState, "wallet" | "funding" | "problem"> & { readonly online: boolean }

/**
 * Whether the change is announced. Pure. A falling balance is not, because the purchase announces itself; nor is an
 * error that was cleared.
 */
export function shouldAnnounce(announced: AnnouncedState, now: AnnouncedState): boolean {
  if (announced.online !== now.online || announced.funding !== now.funding) return true
  if (now.problem !== null && announced.problem !== now.problem) return true
  const [before, after] = [announced.wallet, now.wallet]
  if (before === null || after === null) return before !== after
  if (before.address !== after.address || before.chainOk !== after.chainOk) return true
  return after.balance !== null && (before.balance === null || after.balance > before.balance)
}

/** The text of the last announcement while it is true; empty otherwise. Pure. */
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
