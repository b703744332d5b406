"use client"

import { useRef } from "react"
import { SideButton } from "@/components/ui/side-button"
import { openBudget } from "@/lib/client/budget/budget-dialog"
import { bundleText } from "@/lib/client/bundle/bundle"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { dollars } from "@/lib/client/format/money"
import type { BundleProduct } from "@/components/panels/product/panel-product"
import { type BundleModel, type Obstacle, useBundle } from "./use-bundle"
import { useResumedBrief } from "./use-resumed-brief"

type BundleProps = {
  readonly client: PurchaseClient
  readonly products: readonly BundleProduct[]
  /** The products are some of a list, so that nothing is said about the others. */
  readonly isChoice?: boolean
}

/** The bar after the stored answers are read. */
export function Bundle({ client, products, isChoice = false }: BundleProps) {
  const bundle = useBundle(client, products)
  const { missing, obstacle, parts, running, act } = bundle
  const resumed = useResumedBrief(client, products)
  const blocked = missing === 0 || (obstacle !== "none" && obstacle !== "no-wallet")
  const isShort = missing > 0 && bundle.sessionLeft !== null && bundle.sessionLeft < bundle.total && !running
  const text = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        className="button"
        type="button"
        aria-disabled={blocked}
        aria-haspopup={obstacle === "no-wallet" && missing > 0 ? "dialog" : undefined}
        onClick={blocked ? undefined : act}
      >
        {isChoice && missing === 0 && !running
          ? `Nothing new in the ${products.length} chosen`
          : labelOf(bundle, products.length)}
      </button>
      {isShort ? <SideButton name="Top up" act={openBudget} focusFallback={text} /> : null}
      <div className="bundle-text" ref={text} tabIndex={-1}>
        <output>{parts === null ? resumed : bundleText(parts)}</output>
        {running ? null : <p>{hintOf(bundle)}</p>}
      </div>
    </>
  )
}

function labelOf(bundle: BundleModel, all: number): string {
  const { missing, isUpdate, leftOut, paused, total, parts, running, sessionLeft } = bundle
  if (running && parts !== null) return `Buying ${parts.length} for ${dollars(total)}`
  if (missing === 0) return leftOut.length + paused.length === 0 ? "All unlocked" : "Nothing to buy now"
  if (isUpdate) {
    const which = missing === all ? `all ${all}` : `${missing} of ${all}`
    return `Update ${which} ${sessionLeft === null ? "for" : "·"} ${dollars(total)}`
  }
  if (sessionLeft !== null) {
    const which = missing === 1 ? "the last one" : missing === all ? `all ${all}` : `the remaining ${missing}`
    return `View ${which} · ${dollars(total)}`
  }
  if (missing === 1) return `Unlock the last one for ${dollars(total)}`
  return `Unlock ${missing === all ? `all ${all}` : `the remaining ${missing}`} for ${dollars(total)}`
}

function hintOf(bundle: BundleModel): string {
  const { missing, leftOut, paused, obstacle, sessionLeft, total } = bundle
  const isFromSession = obstacle === "none" && sessionLeft !== null
  const sentences = [
    ...(missing > 0 ? [isFromSession ? sessionText(sessionLeft, total) : obstacleText(bundle)] : []),
    ...(paused.length > 0 ? [`Paused, waiting for data: ${paused.join(", ")}.`] : []),
    ...(leftOut.length > 0 ? [`Not included, see its panel: ${leftOut.join(", ")}.`] : []),
  ]
  return sentences.length === 0 ? "Everything here is up to date." : sentences.join(" ")
}

function sessionText(left: bigint, total: bigint): string {
  if (total <= left) return "Paid from your session, no prompts. You pay only for what arrives."
  return `Your session covers ${dollars(left)} of ${dollars(total)}. The rest waits for a top-up.`
}

function obstacleText({ obstacle, missing, isOneSignature }: BundleModel): string {
  if (obstacle !== "none" && obstacle !== "no-wallet") return obstacles[obstacle]
  const signatures =
    missing === 1 ? "One signature." : isOneSignature ? "One signature for all." : "One signature each."
  return `${obstacle === "none" ? "" : "Connect a wallet to pay. "}${signatures} You pay only for what arrives.`
}

const obstacles: Readonly<Record<Exclude<Obstacle, "none" | "no-wallet">, string>> = {
  "wrong-network": "Your wallet is on another network.",
  "low-balance": "Your balance is too low.",
  limit: "Over today's limit: raise it.",
  "session-empty": "Your session is empty. Top it up to go on; what you bought stays.",
  busy: "Checking prices…",
}
