"use client"

import { NotifyButton } from "@/components/notifications/notify-button"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { versionOf } from "@/lib/client/versions/newer"
import type { Receipt } from "@/lib/client/purchase/receipt"

type NotifyOnChangeProps = {
  readonly receipt: Receipt
  /** Commitment of the bought version. */
  readonly version: string
  /** The screen that sells the product. */
  readonly href: string
}

/** Notifies when a newer version of a bought answer is on sale. */
export function NotifyOnChange({ receipt, version, href }: NotifyOnChangeProps) {
  return (
    <NotifyButton
      watchId={receipt.productId}
      name={`Notify me when ${receipt.title} changes`}
      promise="At most one notification every 30 minutes, while a page of this site is open. Nothing is bought."
      unsupported="This browser does not support notifications for new versions."
      subscriptionOf={async (client) => ({ ...(await subscriptionOf(client, receipt, version)), href })}
    />
  )
}

/** The version on sale now counts as known. */
async function subscriptionOf({ versions }: PurchaseClient, receipt: Receipt, version: string) {
  await versions.refresh()
  const { productId: id, title, path } = receipt
  const known = versionOf(versions.get(), path)?.commitment ?? version
  return { id, title, path, known, toldAtMs: null }
}
