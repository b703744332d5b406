import { type RefObject, useEffect, useRef, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { SideButton } from "@/components/ui/side-button"
import { useStore } from "@/lib/client/browser/use-store"
import { balanceCheckText } from "@/lib/client/panel/balance-check-text"
import type { StatusText } from "@/lib/client/panel/text"
import { walletActions } from "@/lib/client/wallet/wallet-store"

type CheckBalanceProps = {
  /** Says it in the live region of the panel. */
  readonly say: (text: StatusText | null) => void
  /** Takes the focus when the balance is found to be enough. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** Looks again after a top-up from elsewhere. Where a faucet gives USDC away, adding it looks by itself. */
export function CheckBalance({ say, focusFallback }: CheckBalanceProps) {
  const { faucet } = useAppConfig()
  const actions = useStore(walletActions)
  const [asking, setAsking] = useState(false)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      say(null)
    }
  }, [say])
  if (faucet || actions === null) return null
  const check = async () => {
    setAsking(true)
    // The same words are spoken again only after none.
    say(null)
    const text = balanceCheckText(await actions.refreshBalance())
    // A balance that is enough has ended the question meanwhile: then the panel has something else to say.
    if (isHere.current) say(text)
    setAsking(false)
  }
  return <SideButton name="Check again" waits={asking} act={() => void check()} focusFallback={focusFallback} />
}
