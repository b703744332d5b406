import { type RefObject, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { SideButton } from "@/components/ui/side-button"
import {
  alertsPath,
  isTextOld,
  type ListedWatch,
  requestAlerts,
  signInRequest,
  type WatchChange,
} from "@/lib/client/alerts/alerts-request"
import { useStore } from "@/lib/client/browser/use-store"
import { isDecline, reasonOf } from "@/lib/client/wallet/wallet-error"
import { type ConnectedWallet, walletActions } from "@/lib/client/wallet/wallet-store"
import { useAlertsAnswer } from "./use-alerts-answer"

type SignedRequestProps = {
  /** Absent: a request for the list. */
  readonly change?: WatchChange
  readonly label: string
  readonly wallet: ConnectedWallet
  readonly onWatches: (watches: readonly ListedWatch[]) => void
  /** Gets the focus when the button disappears. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** A request that its wallet signs. The text is there before the press, because phones open a wallet only inside a press. */
export function SignedRequest({ change, label, wallet, onWatches, focusFallback }: SignedRequestProps) {
  const path = alertsPath(change)
  const { chainId } = useAppConfig()
  const actions = useStore(walletActions)
  const { asked, ask } = useAlertsAnswer(path)
  const [message, setMessage] = useState("")
  const [isInProgress, setInProgress] = useState(false)
  const press = async () => {
    if (asked.kind !== "ready" || actions === null) return
    const { address } = wallet
    const nowMs = Date.now()
    const text = signInRequest(asked.answer, path, {
      address,
      origin: window.location.origin,
      chainId,
      nowMs: asked.atMs,
    })
    if (text === null) return setMessage("The service sent a text that is not for this page. Nothing was signed.")
    if (isTextOld(text, nowMs)) {
      setMessage("The text was too old. Press again.")
      return ask()
    }
    setInProgress(true)
    setMessage(`Sign the message in ${wallet.name}. This is not a payment.`)
    try {
      const signature = await actions.signText(text.text)
      const { watches, refused } = await requestAlerts(path, text.header(signature))
      setMessage(refused === null ? "" : `The service refused the signature: ${refused}.`)
      if (watches !== null) return onWatches(watches)
    } catch (error) {
      setMessage(isDecline(error) ? "You declined. Nothing was changed." : reasonOf(error).text)
    } finally {
      setInProgress(false)
    }
    // A text is accepted once.
    ask()
  }
  const hasFailed = asked.kind === "failed"
  return (
    <div>
      <SideButton
        name={hasFailed ? "Try again" : label}
        act={hasFailed ? ask : () => void press()}
        waits={isInProgress || asked.kind === "loading"}
        focusFallback={focusFallback}
      />
      <output className="hint"> {hasFailed ? asked.message : message}</output>
    </div>
  )
}
