"use client"

import Link from "next/link"
import { useEngine } from "@/components/app/app-context"
import { type Column, DataTable } from "@/components/ui/data-table"
import { Instant } from "@/components/ui/instant"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { coinOf } from "@/components/panels/product/panel-product"

const columns: readonly Column<Receipt>[] = [
  { name: "Bought", cell: ({ deliveredAtMs }) => <Instant at={deliveredAtMs} /> },
  { name: "What", cell: ({ title }) => title },
  { name: "Paid", numeric: true, cell: ({ amount }) => dollars(amount) },
]

/** What this browser bought about one coin, newest first. */
export function PurchaseHistory({ coin }: { readonly coin: string }) {
  const receipts = useMaybeStore(useEngine()?.receipts ?? null)
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
        <>
          <DataTable
            caption={`Purchases about ${coin}`}
            columns={columns}
            rows={own}
            keyOf={({ id }) => id}
            widthRem={20}
          />
          <p className="section-foot">
            <Link prefetch={false} href="/receipts">
              All receipts, with their answers
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
