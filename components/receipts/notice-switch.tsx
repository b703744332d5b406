"use client"

import { useState } from "react"
import { useEngine } from "@/components/app/app-context"
import { screens } from "@/components/shell/screens"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import type { Engine } from "@/lib/client/engine"
import { askForNotices, type NoticePermission, noticePermission } from "@/lib/client/notices/notice"
import { versionOf } from "@/lib/client/versions/newer"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { coinOf, endpointOf } from "@/components/panels/product/panel-product"

type NoticeSwitchProps = {
  readonly receipt: Receipt
  /** What was bought, as versions are named. */
  readonly version: string
}

/** Being told when what was bought changes: asked for here, product by product, and never on its own. */
export function NoticeSwitch({ receipt, version }: NoticeSwitchProps) {
  const engine = useEngine()
  const watches = useMaybeStore(engine?.notices ?? null)
  const [permission, setPermission] = useState(noticePermission)
  if (engine === null || watches === null) return null
  const isWatched = watches.some(({ id }) => id === receipt.productId)
  const begin = async () => {
    const answer = await askForNotices()
    setPermission(answer)
    if (answer === "granted") await watch(engine, receipt, version)
  }
  const end = () => engine.notices.apply((all) => all.filter(({ id }) => id !== receipt.productId))
  return (
    <div className="notice-switch">
      {permission === "unsupported" ? null : (
        <button
          className="button"
          type="button"
          aria-pressed={isWatched}
          onClick={isWatched ? end : () => void begin()}
        >
          <span aria-hidden="true">{isWatched ? "✓" : "○"}</span> Tell me when {receipt.title} changes
        </button>
      )}
      <output className="hint">{said(permission, isWatched)}</output>
    </div>
  )
}

function said(permission: NoticePermission, isWatched: boolean): string {
  if (permission === "unsupported") return "This browser shows no notices when a version changes."
  if (permission === "denied")
    return "Your browser blocks notices of this site. Its settings for this site can allow them."
  return isWatched
    ? "You get at most one notification every 30 minutes, while a page of this site is open. Nothing is bought."
    : ""
}

/** What is on sale now is known to the reader from here on. */
async function watch({ notices, versions }: Engine, receipt: Receipt, version: string): Promise<void> {
  await versions.refresh()
  const { productId: id, title, path } = receipt
  const known = versionOf(versions.get(), path)?.commitment ?? version
  const one = { id, title, path, href: screenOf(id), known, toldAtMs: null }
  notices.apply((all) => [...all.filter((other) => other.id !== id), one])
}

/** `/coins/BTC` sells `risk:BTC`. */
function screenOf(productId: string): string {
  const endpoint = endpointOf(productId)
  const selling = screens.filter(({ panels }) => panels.includes(endpoint)).map(({ href }) => href)
  const coin = coinOf(productId)
  return selling.find((href) => coin !== undefined && href.endsWith(`/${coin}`)) ?? selling[0] ?? "/receipts"
}
