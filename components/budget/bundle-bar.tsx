"use client"

import { lazy, Suspense } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import type { BundleProduct } from "@/components/panels/product/panel-product"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { totalOf } from "@/lib/client/bundle/total"
import { dollars } from "@/lib/client/format/money"

/** Loaded later, because the button works only after the stored answers are read. */
const Bundle = lazy(() => import("./bundle").then((module) => ({ default: module.Bundle })))

type BundleBarProps = {
  /** The panels of the screen, in order. */
  readonly products: readonly BundleProduct[]
}

/** Buys all missing answers of a screen: one total on the button. */
export function BundleBar({ products }: BundleBarProps) {
  const client = usePurchaseClient()
  if (products.length < 2) return null
  const key = products.map(({ id }) => id).join(" ")
  const waiting = <Waiting products={products} />
  return (
    <section className="bundle" aria-label="This screen at once">
      <ErrorBoundary>
        <Suspense fallback={waiting}>
          {client ? <Bundle client={client} key={key} products={products} /> : waiting}
        </Suspense>
      </ErrorBoundary>
    </section>
  )
}

/** Placeholder of the same size while the stored answers are read. */
function Waiting({ products }: BundleBarProps) {
  return (
    <>
      <button className="button" type="button" aria-disabled="true">
        Unlock all {products.length} for {dollars(totalOf(products))}
      </button>
      <p className="bundle-text">Loading your purchases…</p>
    </>
  )
}
