import { useEffect, useState } from "react"
import { useErrorBoundary } from "react-error-boundary"
import { usePurchaseClient } from "@/components/app/app-context"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { useOnline } from "@/lib/client/browser/use-online"
import { useVisible } from "@/lib/client/browser/use-visible"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { sameAddress, shortHex } from "@/lib/client/format/address"
import type { StatusText } from "@/lib/client/panel/text"
import type { RedeliveryController, Subject } from "@/lib/client/sign-in/controller"
import { initialPanel } from "@/lib/client/panel/machine"
import { redeliveryActionText, redeliveryText } from "@/lib/client/sign-in/text"
import {
  isOfferDue,
  redeliveryStatusOf,
  type RedeliveryAction,
  redeliveryActionOf,
  type RedeliveryEnvironment,
} from "@/lib/client/sign-in/view"
import { openWalletDialog, walletActions, type WalletState, walletStore } from "@/lib/client/wallet/wallet-store"

/** The purchase whose answer should be fetched again. */
export type Wanted = {
  /** The payer. `null`: this browser knows no purchase. */
  readonly payer: string | null
  readonly untilMs: number | null
  /** Price of a new answer in atomic units. `null`: unknown. */
  readonly price: string | null
  /** Path of the brief that was paid for. Its redelivery restores all its answers. */
  readonly brief?: string | undefined
}

export type RedeliveryModel = {
  readonly text: StatusText
  readonly action: RedeliveryAction
  readonly label: string
  /** Runs the action of the button. */
  readonly act: () => void
  /** Stops waiting for the wallet. `null` unless the wallet is being asked. */
  readonly stopWaiting: (() => void) | null
}

/** State, text and actions for fetching one answer again. */
export function useRedelivery(subject: Subject, { payer, untilMs, price, brief }: Wanted): RedeliveryModel {
  const controller = useController(usePurchaseClient(), { ...subject, path: brief ?? subject.path })
  const state = useMaybeStore(controller) ?? initialPanel("0")
  const walletState = useStore(walletStore)
  const actions = useStore(walletActions)
  const nowMs = useNow()
  const times = useTimes()
  const environment = { wallet: walletOf(walletState, payer), online: useOnline() }

  const wanted = useVisible() && environment.online && environment.wallet === "connected" && isOfferDue(state, nowMs)
  useEffect(() => {
    if (wanted) void controller?.fetchOffer()
  }, [controller, wanted])

  const status = redeliveryStatusOf(state, environment)
  const action = redeliveryActionOf(state, environment)
  const words = {
    walletName: walletState.wallet?.name ?? "your wallet",
    price,
    payer: payer === null ? null : shortHex(payer),
    until: untilMs === null ? null : times.short(untilMs, nowMs),
  }
  const act = () => {
    const { wallet } = walletState
    if (action === "connect") openWalletDialog()
    else if (action === "ask") void controller?.fetchOffer()
    else if (action === "sign" && wallet && actions) {
      void controller?.signIn({ address: wallet.address, signText: actions.signText })
    }
  }
  return {
    text: redeliveryText(status, words),
    action,
    label: redeliveryActionText(action, status, words),
    act,
    stopWaiting: status.kind === "signing" ? () => controller?.stopWaiting() : null,
  }
}

function useController(client: PurchaseClient | null, { id, title, path }: Subject): RedeliveryController | null {
  const [controller, setController] = useState<RedeliveryController | null>(null)
  const { showBoundary } = useErrorBoundary()
  useEffect(() => {
    let current = true
    const load = async () => {
      const loaded = (await client?.redeliveryOf({ id, title, path })) ?? null
      if (current) setController(loaded)
    }
    load().catch(showBoundary)
    return () => {
      current = false
    }
  }, [client, id, title, path, showBoundary])
  return controller
}

function walletOf({ phase, wallet }: WalletState, payer: string | null): RedeliveryEnvironment["wallet"] {
  if (!wallet) return phase === "connecting" || phase === "loading" ? "connecting" : "none"
  return payer === null || sameAddress(wallet.address, payer) ? "connected" : "other"
}
