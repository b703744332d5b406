import { useEffect } from "react"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { useBudget } from "@/components/budget/use-budget"
import { useOpenSession } from "@/components/budget/use-open-session"
import { usePendingPress } from "@/components/wallet/use-pending-press"
import { useElapsed } from "@/lib/client/browser/use-elapsed"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { useVisible } from "@/lib/client/browser/use-visible"
import { useOnline } from "@/lib/client/browser/use-online"
import { openBudget } from "@/lib/client/budget/budget-dialog"
import { addBlockedPanel } from "@/lib/client/budget/blocked-panels"
import { restoreAnnouncements, suppressedAnnouncements } from "@/lib/client/bundle/suppressed-announcements"
import { dollars } from "@/lib/client/format/money"
import type { PanelController } from "@/lib/client/panel/panel-parts"
import { pendingPress } from "@/lib/client/panel/pending-press"
import { initialPanel, isOpen, isQuoteDue } from "@/lib/client/panel/machine"
import { actionText, LATE_AFTER_MS, type StatusText, statusText } from "@/lib/client/panel/text"
import {
  actionOf,
  rebuyActionOf,
  type AnswerFreshness,
  isFetchable,
  kindOfAnswer,
  type PanelAction,
  type PanelStatus,
  type PanelEnvironment,
  readinessOf,
  statusOf,
} from "@/lib/client/panel/view"
import { computedAtMs } from "@/lib/client/purchase/computed-at"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { changedParts, isFresh, isNewer, noDataSince, notSoldWhy, versionOf } from "@/lib/client/versions/newer"
import { openWalletDialog, walletActions, type WalletState, walletStore } from "@/lib/client/wallet/wallet-store"
import {
  evictedReceipt,
  evictedStatus,
  otherWalletDelivery,
  newestReceipt,
} from "@/components/panels/product/receipt-lookup"
import type { PanelProduct } from "@/components/panels/product/panel-product"
import { useRenewal, useVersionCheck } from "./use-renewal"

export type PanelModel = {
  readonly status: PanelStatus
  /** The price to pay in atomic units: as shown, or as accepted since. */
  readonly price: string
  readonly text: StatusText
  readonly action: PanelAction
  readonly actionLabel: string
  /** Runs the action of the main button. */
  readonly act: () => void
  /** Buys an owned answer again. `null` if that is not offered. */
  readonly again: { readonly label: string; readonly waits: boolean; readonly act: () => void } | null
  /** A wallet problem that the status text does not already contain. */
  readonly problem: string | null
  /** Stops waiting for the wallet. */
  readonly stopWaiting: () => void
  /** Discards a payment that was not charged. */
  readonly dismiss: () => void
  readonly receipt: Receipt | null
  /** The freshness of the owned answer. `null` without a receipt. */
  readonly freshness: AnswerFreshness | null
  /** The newest purchase if its answer is no longer stored. */
  readonly dropped: Receipt | null
  /** The answer can be fetched again, free. */
  readonly canFetchAgain: boolean
  /** The wallet may have a purchase that this browser does not know. */
  readonly mayHavePurchase: boolean
  readonly ageMs: number
  /** Time of the last change, ISO 8601. `null`: unknown. */
  readonly changedAt: string | null
  /** The start of a data outage. `null`: on sale. */
  readonly noDataSince: string | null
  /** The stored purchases are still loading. */
  readonly loading: boolean
}

type PanelOptions = {
  /** May refresh automatically if the reader allowed it. */
  readonly renews: boolean
}

/** The state, texts and actions of one panel. */
export function usePanel(product: PanelProduct, { renews }: PanelOptions): PanelModel {
  const config = useAppConfig()
  const client = usePurchaseClient()
  const controller = client?.controllerOf(product) ?? null
  const state = useMaybeStore(controller) ?? initialPanel(product.price)
  const walletState = useStore(walletStore)
  const actions = useStore(walletActions)
  const nowMs = useNow()
  const times = useTimes()
  const online = useOnline()
  const receipts = useMaybeStore(client?.receipts ?? null)
  const receipt = newestReceipt(receipts, product, walletState)
  const dropped = evictedReceipt(receipts, product, walletState)
  const fetched = useMaybeStore(client?.fetched ?? null)
  const { wallet } = walletState
  const budget = useBudget()
  const session = useOpenSession()
  const versions = useMaybeStore(client?.versions ?? null)
  useVersionCheck(client?.versions ?? null, { atMs: versions?.atMs ?? null, nowMs, online })
  const environment: PanelEnvironment = {
    wallet: walletPhase(walletState),
    balance: wallet?.balance ?? null,
    allowance: budget.left,
    sessionLeft: session?.left ?? null,
    online,
    noDataSince: noDataSince(versions, { path: product.path, nowMs }),
    pausedWhy: useMaybeStore(client?.salesPause ?? null),
    notSoldWhy: notSoldWhy(config.notSold, versions, { endpoint: product.endpoint, path: product.path, nowMs }),
  }

  const isConnected = environment.wallet === "connected" || (environment.wallet === "wrong-network" && session !== null)
  const asksForPrice = controller !== null && online && isConnected
  useQuoteRefresh(controller, asksForPrice && isQuoteDue(state.quote, nowMs))

  const readiness = readinessOf(state, environment)
  const isFromSession = readiness.kind === "ready" && readiness.isFromSession === true
  const bought = receipt ?? dropped
  const ageMs = bought ? Math.max(0, nowMs - computedAtMs(bought)) : 0
  const newer = isNewer(versions, { path: product.path, owned: receipt, nowMs })
  const owned = receipt && { ageMs, staleAfterMs: product.staleAfterMs, newer, fetched: fetched === receipt.id }
  const freshness = owned && kindOfAnswer(owned)
  const freshUntilMs = receipt && ageMs <= product.staleAfterMs ? computedAtMs(receipt) + product.staleAfterMs : null
  const lost = dropped && evictedStatus(dropped, nowMs, config.redeliveryWindowMs)
  const elsewhere = otherWalletDelivery(receipts, state.purchase, walletState)
  const answer = elsewhere ?? owned ?? lost
  const status = statusOf(state, readiness, answer)
  const action = actionOf(status, readiness, answer)
  const again = rebuyActionOf(status, readiness, answer)
  useBlockedPanel(action === "raise-limit")
  const isLate = useElapsed(status.kind === "settling", LATE_AFTER_MS)
  const price = readiness.kind === "price-changed" ? readiness.to : state.shownPrice

  const pay = () => {
    if (!wallet || !actions) return
    const method = isFromSession && client ? { method: client.sessions.voucher } : {}
    void controller?.pay({ address: wallet.address, sign: actions.sign, ...method })
  }
  const act = (action: PanelAction) => {
    restoreAnnouncements(product.id)
    switch (action) {
      case "connect":
        pendingPress.set({ productId: product.id, price: state.shownPrice, atMs: Date.now() })
        return openWalletDialog()
      case "change-wallet":
        return openWalletDialog()
      case "switch-network":
        return actions?.switchNetwork()
      case "fund":
        return config.faucet ? actions?.fund() : openWalletDialog()
      case "raise-limit":
        return openBudget()
      case "accept-price":
        return controller?.acceptPrice()
      case "pay":
        return pay()
      case "resume":
        return void controller?.resume()
      case "requote":
        return void controller?.requote()
      case "none":
      case "wait":
        return undefined
    }
  }

  usePendingPress({ productId: product.id, action, readiness, walletKind: wallet?.kind ?? null, nowMs }, () =>
    act("pay"),
  )

  const paid = receipt?.amount ?? null
  const allowed = renews && budget.automatic
  const checked = isFresh(versions, nowMs)
  useRenewal(
    product,
    { allowed, checked, status, action, paid, price, newer },
    { pay: () => act("pay"), end: () => budget.setAutomatic(false) },
  )

  const text = statusText(status, {
    product,
    networkName: config.networkName,
    walletName: wallet?.name ?? "your wallet",
    price: receiptPrice(status, receipt) ?? price,
    freshness,
    freshUntilMs,
    changed: changedParts(versions, { path: product.path, owned: receipt }),
    walletProblem: walletState.problem,
    isLate,
    times,
  })
  // A version that appeared later was not part of the bundle.
  const isSuppressed = useStore(suppressedAnnouncements).has(product.id) && status.kind !== "outdated"
  const label = (of: PanelAction) =>
    actionText(of, { status, freshness, price: dollars(price), hasAnswer: bought !== null, isFromSession })
  return {
    status,
    price: state.shownPrice,
    text: isSuppressed ? { ...text, announced: false } : text,
    action,
    actionLabel: label(action),
    act: () => act(action),
    again: again === null ? null : { label: label(again), waits: again === "wait", act: () => act(again) },
    problem: problemFor(status, [action, again], walletState.problem),
    stopWaiting: () => controller?.stopWaiting(),
    dismiss: () => controller?.dismiss(),
    receipt,
    freshness,
    dropped,
    canFetchAgain: isFetchable(state.purchase, answer),
    mayHavePurchase:
      (wallet !== null || status.kind === "spent") && bought === null && isOpen(state.purchase) && elsewhere === null,
    ageMs,
    changedAt: versionOf(versions, product.path)?.changed_at ?? null,
    noDataSince: environment.noDataSince,
    loading: client === null,
  }
}

/** Refreshes the quote when it is due and the page is visible. */
function useQuoteRefresh(controller: PanelController | null, due: boolean): void {
  const wanted = useVisible() && due
  useEffect(() => {
    if (wanted) void controller?.requote()
  }, [controller, wanted])
}

/** The spending limit is announced once for the page, not by every panel. */
function useBlockedPanel(isHeldBack: boolean): void {
  useEffect(() => (isHeldBack ? addBlockedPanel() : undefined), [isHeldBack])
}

/** Texts about the wallet already contain the problem. */
function problemFor({ kind }: PanelStatus, actions: readonly (PanelAction | null)[], problem: string | null) {
  const asksWallet = actions.some((action) => action === "switch-network" || action === "fund")
  return asksWallet && kind !== "wrong-network" && kind !== "low-balance" ? problem : null
}

/** The paid amount can differ from the current price. */
function receiptPrice(status: PanelStatus, receipt: Receipt | null): string | null {
  return (status.kind === "delivered" || status.kind === "unchanged") && receipt ? receipt.amount : null
}

function walletPhase({ phase, wallet, funding }: WalletState): PanelEnvironment["wallet"] {
  if (!wallet) return phase === "connecting" ? "connecting" : "none"
  if (funding) return "funding"
  return wallet.chainOk ? "connected" : "wrong-network"
}
