"use client"

import { NotifyButton } from "@/components/notifications/notify-button"
import { screenOf } from "@/components/notifications/screen-of"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import type { Subscription } from "@/lib/client/notifications/subscription"
import { versionOf } from "@/lib/client/versions/newer"
import type { Receipt } from "@/lib/client/purchase/receipt"

type NotifyOnChangeProps = {
  readonly receipt: Receipt
  /** Commitment of the bought version. */
  readonly version: string
}

/** Notifies when a newer version of a bought answer is on sale. */
export function NotifyOnChange({ receipt, version }: NotifyOnChangeProps) {
  return (
    <NotifyButton
      watchId={receipt.productId}
      name={`Notify me when ${receipt.title} changes`}
      promise="At most one notification every 30 minutes, while a page of this site is open. Nothing is bought."
      unsupported="This browser does not support notifications for new versions."
      subscriptionOf={(client) => subscriptionOf(client, receipt, version)}
    />
  )
}

/** The version on sale now counts as known. */
async function subscriptionOf({ versions }: PurchaseClient, receipt: Receipt, version: string): Promise<Subscription> {
  await versions.refresh()
  const { productId: id, title, path } = receipt
  const known = versionOf(versions.get(), path)?.commitment ?? version
  return { id, title, path, href: screenOf(id), known, toldAtMs: null }
}
