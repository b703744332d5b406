"use client"

import { NoticeButton } from "@/components/notices/notice-button"
import { screenOf } from "@/components/notices/screen-of"
import type { Engine } from "@/lib/client/engine"
import type { Watch } from "@/lib/client/notices/watch"
import { versionOf } from "@/lib/client/versions/newer"
import type { Receipt } from "@/lib/client/purchase/receipt"

type NoticeSwitchProps = {
  readonly receipt: Receipt
  /** What was bought, as versions are named. */
  readonly version: string
}

/** Being told when what was bought changes. */
export function NoticeSwitch({ receipt, version }: NoticeSwitchProps) {
  return (
    <NoticeButton
      watchId={receipt.productId}
      name={`Tell me when ${receipt.title} changes`}
      promise="You get at most one notification every 30 minutes, while a page of this site is open. Nothing is bought."
      unsupported="This browser shows no notices when a version changes."
      watchOf={(engine) => watchOf(engine, receipt, version)}
    />
  )
}

/** What is on sale now is known to the reader from here on. */
async function watchOf({ versions }: Engine, receipt: Receipt, version: string): Promise<Watch> {
  await versions.refresh()
  const { productId: id, title, path } = receipt
  const known = versionOf(versions.get(), path)?.commitment ?? version
  return { id, title, path, href: screenOf(id), known, toldAtMs: null }
}
