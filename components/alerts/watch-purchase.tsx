import { useRef, useState } from "react"
import { AttemptDetails } from "@/components/panels/bought/attempt-details"
import { OpenWallet } from "@/components/panels/open-wallet"
import { PanelActions, PanelStatusText } from "@/components/panels/paid-panel"
import type { PanelProduct } from "@/components/panels/product/panel-product"
import { type PanelModel, usePanel } from "@/components/panels/use-panel"
import { dollars } from "@/lib/client/format/money"
import type { StatusText } from "@/lib/client/panel/text"
import type { ConnectedWallet } from "@/lib/client/wallet/wallet-store"
import { Answer } from "@/components/panels/alert-watch/answer"
import type { WatchChoice } from "./watch-form"
import { watchProduct } from "./watch-product"

type WatchPurchaseProps = { readonly choice: WatchChoice; readonly wallet: ConnectedWallet }

/** Buys a watch for the connected wallet, with the states of a panel. */
export function WatchPurchase({ choice, wallet }: WatchPurchaseProps) {
  const { address } = wallet
  const product = watchProduct({
    conditions: choice.conditions,
    owner: address,
    target: choice.target,
    for: choice.for,
  })
  return <Purchase key={product.id} product={product} />
}

function Purchase({ product }: { readonly product: PanelProduct }) {
  const panel = withWords(usePanel(product, { renews: false }))
  const { status, text, problem, action, receipt, again } = panel
  const [announcement, announce] = useState<StatusText | null>(null)
  const foot = useRef<HTMLDivElement>(null)
  return (
    <div className="panel-foot" ref={foot} tabIndex={-1} data-state={status.kind}>
      <PanelStatusText text={text} announcement={announcement} />
      {problem === null ? null : <p className="warning-line">{problem}</p>}
      {action === "none" ? null : <PanelActions panel={panel} title={foot} announce={announce} sample={null} />}
      {status.kind === "signing" ? <OpenWallet focusFallback={foot} /> : null}
      {status.kind === "unknown" ? <AttemptDetails attempt={status.attempt} transaction={status.transaction} /> : null}
      {receipt === null ? null : <Answer body={receipt.body} />}
      {again === null ? null : (
        <p>
          <button className="button" type="button" aria-disabled={again.waits} onClick={again.act}>
            Set it again for {dollars(product.price)}
          </button>
        </p>
      )}
    </div>
  )
}

/** The texts of a panel are about an answer that ages; a watch runs and ends. */
function withWords(panel: PanelModel): PanelModel {
  const { status, action, price, text } = panel
  const isFromSession = status.kind === "ready" && status.isFromSession === true
  const buys = action === "pay" || action === "connect" || (action === "wait" && status.kind === "quoting")
  const actionLabel = isFromSession ? `Set alert · ${dollars(price)}` : `Set alert for ${dollars(price)}`
  return { ...panel, actionLabel: buys ? actionLabel : panel.actionLabel, text: wordsOf(panel) ?? text }
}

function wordsOf({ status, price }: PanelModel): StatusText | null {
  if (status.kind === "delivered-stale") {
    return { tone: "calm", text: "You had this alert. Its time is over.", announced: false }
  }
  if (status.kind !== "delivered") return null
  return status.justNow
    ? { tone: "good", text: `Alert set for ${dollars(price)}.`, announced: true }
    : { tone: "calm", text: "You have bought this alert.", announced: false }
}
