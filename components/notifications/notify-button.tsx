"use client"

import { type RefObject, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import {
  requestNotificationPermission,
  type NotificationPermissionState,
  notificationPermission,
} from "@/lib/client/notifications/browser-notification"
import type { Subscription } from "@/lib/client/notifications/subscription"

type NotifyButtonProps = {
  /** Id of the subscription that the button toggles. */
  readonly watchId: string
  /** Button label: `Notify me when BTC signal changes`. */
  readonly name: string
  /** Shown while the subscription is on. */
  readonly promise: string
  /** Shown where the browser has no notifications; absent: nothing. */
  readonly unsupported?: string
  readonly subscriptionOf: (client: PurchaseClient) => Subscription | Promise<Subscription>
  /** Gets the focus when the button disappears. */
  readonly focusFallback?: RefObject<HTMLElement | null>
}

const NO_FOCUS_TARGET: RefObject<HTMLElement | null> = { current: null }

/** Toggles one subscription. Permission is requested only after a click. */
export function NotifyButton({
  watchId,
  name,
  promise,
  unsupported = "",
  subscriptionOf,
  focusFallback = NO_FOCUS_TARGET,
}: NotifyButtonProps) {
  const client = usePurchaseClient()
  const subscriptions = useMaybeStore(client?.subscriptions ?? null)
  const [permission, setPermission] = useState(notificationPermission)
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  if (client === null || subscriptions === null) return null
  const isOn = subscriptions.some(({ id }) => id === watchId)
  const without = (all: readonly Subscription[]) => all.filter(({ id }) => id !== watchId)
  const begin = async () => {
    const answer = await requestNotificationPermission()
    setPermission(answer)
    if (answer !== "granted") return
    const watch = await subscriptionOf(client)
    client.subscriptions.apply((all) => [...without(all), watch])
  }
  return (
    <div className="notice-switch">
      {permission === "unsupported" ? null : (
        <button
          className="button"
          ref={button}
          type="button"
          aria-pressed={isOn}
          onClick={isOn ? () => client.subscriptions.apply(without) : () => void begin()}
        >
          <span aria-hidden="true">{isOn ? "✓" : "○"}</span> {name}
        </button>
      )}
      <output className="hint">{noticeOf(permission, { isOn, promise, unsupported })}</output>
    </div>
  )
}

type Words = Pick<NotifyButtonProps, "promise"> & { readonly isOn: boolean; readonly unsupported: string }

function noticeOf(permission: NotificationPermissionState, { isOn, promise, unsupported }: Words): string {
  if (permission === "unsupported") return unsupported
  if (permission === "denied")
    return "Your browser blocks notifications from this site. You can allow them in the site settings."
  return isOn ? promise : ""
}
