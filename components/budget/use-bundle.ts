import { useEffect, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import {
  evictedReceipt,
  evictedStatus,
  otherWalletDelivery,
  newestReceipt,
} from "@/components/panels/product/receipt-lookup"
import { usePendingBundlePress } from "@/components/wallet/use-pending-press"
import { combineStores } from "@/lib/client/browser/combined-store"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { briefOf, briefOffer } from "@/lib/client/bundle/brief"
import { skippedPayment, startPayment, type Part, runBundle, signable } from "@/lib/client/bundle/bundle"
import { suppressAnnouncements } from "@/lib/client/bundle/suppressed-announcements"
import { totalOf } from "@/lib/client/bundle/total"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import type { PanelController } from "@/lib/client/panel/panel-parts"
import { pendingPress } from "@/lib/client/panel/pending-press"
import { isQuoteDue } from "@/lib/client/panel/machine"
import { computedAtMs } from "@/lib/client/purchase/computed-at"
import { isNewer, noDataSince, notSoldWhy } from "@/lib/client/versions/newer"
import { openWalletDialog, walletActions, walletStore } from "@/lib/client/wallet/wallet-store"
import type { BundleProduct } from "@/components/panels/product/panel-product"
import { useBudget } from "./use-budget"
import { useOpenSession } from "./use-open-session"

export type BundleModel = {
  /** Number of panels for which a purchase would bring something new. */
  readonly missing: number
  /** All of them are owned in an older version. */
  readonly isUpdate: boolean
  /** Panels to buy that are not included in the total, for reasons that their panels show. */
  readonly leftOut: readonly string[]
  /** Panels to buy that the service has no data for. */
  readonly paused: readonly string[]
  /** Total of the panels that will be bought, or are being bought, in atomic USDC. */
  readonly total: bigint
  readonly obstacle: Obstacle
  /** One signature buys the whole total. */
  readonly isOneSignature: boolean
  /** The remaining balance of the open session, in atomic USDC; `null` without one. */
  readonly sessionLeft: bigint | null
  /** The last run; `null` before the first. */
  readonly parts: readonly Part[] | null
  readonly running: boolean
  readonly act: () => void
}

/** The reason why the bundle cannot be bought now. */
export type Obstacle = "none" | "no-wallet" | "wrong-network" | "low-balance" | "limit" | "session-empty" | "busy"

type BundlePart = { readonly product: BundleProduct; readonly controller: PanelController }

function cheapestOf(parts: readonly { readonly price: string }[]): bigint {
  return parts.map(({ price }) => BigInt(price)).reduce((least, price) => (price < least ? price : least))
}

/** The panels of a screen as one purchase: one total, paid by one signature where a brief sells the panels. */
export function useBundle(client: PurchaseClient, products: readonly BundleProduct[]): BundleModel {
  const [bundleParts] = useState<readonly BundlePart[]>(() =>
    products.map((product) => ({ product, controller: client.controllerOf(product) })),
  )
  const [states] = useState(() => combineStores(bundleParts.map(({ controller }) => controller)))
  const panels = useStore(states)
  const { wallet, funding } = useStore(walletStore)
  const actions = useStore(walletActions)
  const receipts = useStore(client.receipts)
  const versions = useStore(client.versions)
  const isSalesPaused = useStore(client.salesPause) !== null
  const budget = useBudget()
  const session = useOpenSession()
  const nowMs = useNow()
  const [parts, setParts] = useState<readonly Part[] | null>(null)
  const [running, setRunning] = useState(false)
  const { redeliveryWindowMs, notSold } = useAppConfig()
  // A session pays without the wallet, so the wallet's network and balance do not matter.
  const connected = wallet?.chainOk === true || session !== null

  useEffect(() => {
    if (!connected) return
    for (const { controller } of bundleParts) {
      if (isQuoteDue(controller.get().quote, Date.now())) void controller.requote()
    }
  }, [connected, bundleParts])

  const wanted = bundleParts.flatMap(({ product, controller }, index) => {
    const receipt = newestReceipt(receipts, product, { wallet })
    const newer = receipt && isNewer(versions, { path: product.path, owned: receipt, nowMs })
    const evicted = evictedReceipt(receipts, product, { wallet })
    // An answer that can be fetched again for free is not bought again.
    const isFree = evicted !== null && evictedStatus(evicted, nowMs, redeliveryWindowMs).kind === "evicted"
    const isMissing = receipt === null ? !isFree : (newer ?? nowMs - computedAtMs(receipt) > product.staleAfterMs)
    const state = panels[index]
    if (!isMissing || !state) return []
    const { path: ownPath, endpoint } = product
    const isWithoutData = noDataSince(versions, { path: ownPath, nowMs }) !== null
    const isPaused =
      isSalesPaused || isWithoutData || notSoldWhy(notSold, versions, { endpoint, path: ownPath, nowMs }) !== null
    const isOffered = !isPaused && otherWalletDelivery(receipts, state.purchase, { wallet }) === null
    const signability = signable(state, isOffered)
    const { shownPrice: price, purchase: purchaseAtPress } = state
    const { id, title, path, isInBrief } = product
    const isOwned = receipt !== null
    return [{ item: controller, id, title, path, price, purchaseAtPress, signability, isPaused, isInBrief, isOwned }]
  })
  const open = wanted.filter(({ signability }) => signability !== "no")
  const inBrief = open.filter(({ isInBrief }) => isInBrief)
  // A session that covers only some of the panels pays for those.
  const isAffordable = session === null || session.left >= totalOf(inBrief)
  const hasPrices = connected && open.every(({ signability }) => signability === "now")
  const brief = hasPrices && isAffordable && inBrief.length > 1 ? client.controllerOf(briefOf(inBrief)) : null
  const briefState = useMaybeStore(brief)
  const isBriefDue = briefState !== null && isQuoteDue(briefState.quote, nowMs)
  useEffect(() => {
    if (isBriefDue) void brief?.requote()
  }, [brief, isBriefDue])
  const offer = briefState === null ? null : briefOffer(briefState, inBrief)
  const sold = offer?.kind === "now" ? offer.sold : []
  const withoutData = offer?.kind === "now" ? offer.leftOut : []
  const bundle = open.filter((part) => !withoutData.includes(part))
  const total = totalOf(running && parts !== null ? parts : bundle)

  const obstacleOf = (): Obstacle => {
    if (!wallet) return "no-wallet"
    if (!connected) return "wrong-network"
    // The faucet's transfer is under way, so the balance is about to change.
    if (running || funding || !bundle.every(({ signability }) => signability === "now") || offer?.kind === "later")
      return "busy"
    if (session === null && wallet.balance !== null && wallet.balance < total) return "low-balance"
    if (session !== null && bundle.length > 0 && session.left < cheapestOf(bundle)) return "session-empty"
    return budget.left < total ? "limit" : "none"
  }
  const obstacle = obstacleOf()
  const bundleId = `bundle ${products.map(({ id }) => id).join(" ")}`

  const act = () => {
    if (obstacle === "no-wallet") {
      pendingPress.set({ productId: bundleId, price: String(total), atMs: nowMs })
      return openWalletDialog()
    }
    if (obstacle !== "none" || !wallet || !actions) return
    const method = session && { method: client.sessions.voucher }
    const payer = { address: wallet.address, sign: actions.sign, ...method }
    let covered = session?.left ?? null
    setRunning(true)
    suppressAnnouncements(bundle.map(({ id }) => id))
    const singles = bundle.filter((part) => !sold.includes(part)).map((part) => ({ ...part, parts: [part] }))
    const payments = [...(brief && offer?.kind === "now" ? [briefPayment(brief, offer)] : []), ...singles]
    const start = (payment: (typeof payments)[number]) => {
      if (covered === null) return startPayment(payment, payer)
      if (covered < BigInt(payment.price)) return skippedPayment()
      covered -= BigInt(payment.price)
      return startPayment(payment, payer)
    }
    void runBundle(payments, start, setParts).finally(() => {
      setRunning(false)
      // After a failure, the next total excludes panels without data.
      void brief?.requote()
    })
  }

  usePendingBundlePress({ bundleId, obstacle, total, walletKind: wallet?.kind ?? null, nowMs }, act)

  const unavailable = wanted.filter((part) => !bundle.includes(part))
  const titlesOf = (paused: boolean) =>
    unavailable.filter((part) => (part.isPaused || withoutData.includes(part)) === paused).map(({ title }) => title)
  return {
    missing: bundle.length,
    isUpdate: bundle.length > 0 && bundle.every(({ isOwned }) => isOwned),
    leftOut: titlesOf(false),
    paused: titlesOf(true),
    total,
    obstacle,
    isOneSignature: inBrief.length === open.length && offer?.kind !== "no",
    sessionLeft: session?.left ?? null,
    parts,
    running,
    act,
  }
}

/** A brief has no panel that would close its last payment and accept its price. */
function briefPayment(item: PanelController, { price, sold }: SoldBrief) {
  item.dismiss()
  item.acceptPrice()
  return { item, price, parts: sold, purchaseAtPress: item.get().purchase }
}

type SoldBrief = { readonly price: string; readonly sold: readonly Pick<Part, "title" | "price">[] }
