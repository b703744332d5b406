import { useEffect, useMemo, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { walletStore } from "@/lib/client/wallet/wallet-store"
import type * as NarrowingsModule from "@/lib/endpoints/narrowings"
import { endpointOf, type PanelProduct } from "./panel-product"
import { boughtBy, newestReceipt } from "./receipt-lookup"

/** An answer that follows from an owned one. */
export type OwnedRows = {
  /** The product of the owned answer. */
  readonly productId: string
  readonly body: unknown
  /** These are all rows that the service would sell. */
  readonly isComplete: boolean
}

type Narrowings = typeof NarrowingsModule.narrowings

/** The rows of `asked` in an owned answer to a wider request; `null` without one, and if the answer itself is owned. */
export function useOwnedRows(asked: PanelProduct): OwnedRows | null {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null)
  const wallet = useStore(walletStore)
  const others = useMemo(
    () =>
      newestReceipt(receipts, asked, wallet) === null
        ? boughtBy(receipts, (id) => endpointOf(id) === asked.endpoint, wallet)
        : [],
    [receipts, asked, wallet],
  )
  const narrowings = useNarrowings(others.length > 0)
  return useMemo(() => narrowings && ownedRowsIn(others, asked, narrowings), [narrowings, others, asked])
}

/** The first complete answer, else the first answer that has some of the rows. Pure. */
export function ownedRowsIn(
  receipts: readonly Pick<Receipt, "productId" | "body">[],
  asked: Pick<PanelProduct, "id" | "endpoint">,
  narrowings: Narrowings,
): OwnedRows | null {
  const to = queryOfId(asked.id)
  const found = receipts.flatMap(({ productId, body }) => {
    const narrowed = body === null ? null : narrowings[asked.endpoint]?.(body, { from: queryOfId(productId), to })
    return narrowed ? [{ productId, body: narrowed.answer, isComplete: narrowed.isComplete }] : []
  })
  return found.find(({ isComplete }) => isComplete) ?? found[0] ?? null
}

function queryOfId(productId: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(productId.split("?")[1] ?? ""))
}

/** The rules, which only buyers load. */
function useNarrowings(isWanted: boolean): Narrowings | null {
  const [narrowings, setNarrowings] = useState<Narrowings | null>(null)
  useEffect(() => {
    let isCurrent = isWanted
    const load = async () => {
      const loaded = await import("@/lib/endpoints/narrowings")
      if (isCurrent) setNarrowings(loaded.narrowings)
    }
    if (isWanted) load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return narrowings
}
