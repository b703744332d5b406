import { ageMs } from "@/lib/client/age"
import { useEffect, useEffectEvent, useRef } from "react"
import { useVisible } from "@/lib/client/browser/use-visible"
import { type AutoRefreshInput, stopsAutoRefresh, isAutoRefreshDue } from "@/lib/client/budget/auto-refresh"
import type { Versions } from "@/lib/client/versions/versions"
import type { PanelProduct } from "@/components/panels/product/panel-product"

type Renewal = {
  readonly pay: () => void
  /** Turns automatic refresh off for today. */
  readonly end: () => void
}

/** Buys a newer answer automatically if the reader allowed it, until a payment is declined or fails. */
export function useRenewal(
  { id }: Pick<PanelProduct, "id">,
  situation: Omit<AutoRefreshInput, "visible">,
  renewal: Renewal,
): void {
  const due = isAutoRefreshDue({ ...situation, visible: useVisible() }) ? id : null
  const begun = useRef<string | null>(null)
  const pay = useEffectEvent(renewal.pay)
  const end = useEffectEvent(renewal.end)
  useEffect(() => {
    if (due === null) return
    begun.current = due
    pay()
  }, [due])
  const { kind } = situation.status
  useEffect(() => {
    if (kind === "delivered") begun.current = null
    if (begun.current !== id || !stopsAutoRefresh({ kind })) return
    begun.current = null
    end()
  }, [id, kind])
}

const CHECK_EVERY_MS = 60_000

/** Checks for new versions, free, while the page is visible. */
export function useVersionCheck(
  versions: Versions | null,
  { atMs, nowMs, online }: { readonly atMs: number | null; readonly nowMs: number; readonly online: boolean },
): void {
  const due = useVisible() && online && (atMs === null || ageMs(atMs, nowMs) > CHECK_EVERY_MS)
  // A changing number triggers a retry after a failed check, but not at once.
  const checkTick = due ? Math.floor(nowMs / CHECK_EVERY_MS) : null
  useEffect(() => {
    if (checkTick !== null) void versions?.refresh()
  }, [checkTick, versions])
}
