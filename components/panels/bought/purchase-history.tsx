"use client"

import dynamic from "next/dynamic"
import Link from "next/link"
import { usePurchaseClient } from "@/components/app/app-context"
import { coinOf } from "@/components/panels/product/panel-product"
import { LazyDetails } from "@/components/ui/lazy-details"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { useMaybeStore } from "@/lib/client/browser/use-store"

/** Loaded only if there are purchases. */
const PurchaseTable = dynamic(() => import("./purchase-table").then((module) => module.PurchaseTable))

/** The purchases of this browser for one coin, newest first, behind one line that a purchase does not move. */
export function PurchaseHistory({ coin }: { readonly coin: string }) {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null)
  const own = (receipts ?? [])
    .filter(({ productId }) => coinOf(productId) === coin)
    .toSorted((a, b) => b.deliveredAtMs - a.deliveredAtMs)
  return (
    <section aria-labelledby="bought" className="history">
      <h2 className="section-head" id="bought">
        Bought with this browser
      </h2>
      {own.length === 0 ? (
        <p className="hint">Nothing about {coin} yet. Each answer you buy stays here, and opens again for free.</p>
      ) : (
        <ErrorBoundary>
          <LazyDetails summary={`${own.length} ${own.length === 1 ? "answer" : "answers"} about ${coin}`}>
            <PurchaseTable caption={`Purchases about ${coin}`} receipts={own} />
            <p className="section-foot">
              <Link prefetch={false} href="/receipts">
                All receipts, with their answers
              </Link>
            </p>
          </LazyDetails>
        </ErrorBoundary>
      )}
    </section>
  )
}
