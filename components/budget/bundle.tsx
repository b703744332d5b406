"use client"

import type { PanelProduct } from "@/components/panels/product/panel-product"
import { bundleText } from "@/lib/client/bundle/bundle"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { dollars } from "@/lib/client/format/money"
import { type BundleModel, type Obstacle, useBundle } from "./use-bundle"

type BundleProps = { readonly client: PurchaseClient; readonly products: readonly PanelProduct[] }

/** The bar after the stored answers are read. */
export function Bundle({ client, products }: BundleProps) {
  const bundle = useBundle(client, products)
  const { missing, obstacle, parts, running, act } = bundle
  const blocked = missing === 0 || (obstacle !== "none" && obstacle !== "no-wallet")
  return (
    <>
      <button
        className="button"
        type="button"
        aria-disabled={blocked}
        aria-haspopup={obstacle === "no-wallet" && missing > 0 ? "dialog" : undefined}
        onClick={blocked ? undefined : act}
      >
        {labelOf(bundle, products.length)}
      </button>
      <div className="bundle-text">
        <output>{parts === null ? "" : bundleText(parts)}</output>
        {running ? null : <p>{standing(bundle)}</p>}
      </div>
    </>
  )
}

function labelOf({ missing, leftOut, total, parts, running }: BundleModel, all: number): string {
  if (running && parts !== null) return `Buying ${parts.length} for ${dollars(total)}`
  if (missing === 0) return leftOut.length === 0 ? "You have them all" : "Nothing to buy now"
  return `View ${missing === all ? `all ${all}` : `the ${missing} missing`} for ${dollars(total)}`
}

function standing({ missing, leftOut, obstacle }: BundleModel): string {
  const without = leftOut.length === 0 ? "" : ` Not part of it, see its panel: ${leftOut.join(", ")}.`
  if (missing > 0) return obstacles[obstacle] + without
  return leftOut.length === 0 ? "You hold a fresh answer for every panel here." : without.trimStart()
}

const obstacles: Readonly<Record<Obstacle, string>> = {
  none: "One signature for each, in a row. What fails is not charged.",
  "no-wallet": "Needs a wallet. One signature for each; what fails is not charged.",
  "wrong-network": "Your wallet is on another network.",
  "low-balance": "Your wallet holds less than that.",
  limit: "That would exceed your limit for today.",
  busy: "Checking the prices…",
}
