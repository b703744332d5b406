import { type RefObject, useEffect, useRef, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { SideButton } from "@/components/ui/side-button"
import { useStore } from "@/lib/client/browser/use-store"
import { balanceCheckText } from "@/lib/client/panel/balance-check-text"
import type { StatusText } from "@/lib/client/panel/text"
import { walletActions } from "@/lib/client/wallet/wallet-store"

type CheckBalanceProps = {
  /** Announces a text in the live region of the panel. */
  readonly announce: (text: StatusText | null) => void
  /** Receives the focus when the balance is sufficient. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** Reads the balance again after a top-up. With a faucet the balance is refreshed automatically. */
export function CheckBalance({ announce, focusFallback }: CheckBalanceProps) {
  const { faucet } = useAppConfig()
  const actions = useStore(walletActions)
  const [asking, setAsking] = useState(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      announce(null)
    }
  }, [announce])
  if (faucet || actions === null) return null
  const check = async () => {
    setAsking(true)
    // A live region announces the same text again only after it was empty.
    announce(null)
    const text = balanceCheckText(await actions.refreshBalance())
    // If the balance is sufficient now, this component is gone and the panel shows another text.
    if (isMounted.current) announce(text)
    setAsking(false)
  }
  return <SideButton name="Check again" waits={asking} act={() => void check()} focusFallback={focusFallback} />
}
