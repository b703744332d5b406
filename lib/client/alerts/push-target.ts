import { alertTargetText } from "@/lib/domain/alerts/alert-target"
import { requestNotificationPermission } from "@/lib/client/notifications/browser-notification"
import { rawReasonOf } from "@/lib/client/wallet/wallet-error"

export type TargetResult = { readonly target: string } | { readonly problem: string }

/**
 * Subscribes this browser to push messages. Browsers ask for the permission only inside a press.
 *
 * @param serverKey `push_key` of the service
 */
export async function subscribePush(serverKey: string): Promise<TargetResult> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    return { problem: "This browser does not support push messages. Choose another way." }
  }
  const permission = await requestNotificationPermission()
  if (permission !== "granted") {
    return { problem: "Your browser blocks notifications from this site. Allow them in the site settings." }
  }
  try {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" })
    const { pushManager } = await navigator.serviceWorker.ready
    return targetOf(await subscribe(pushManager, serverKey))
  } catch (error) {
    return { problem: `The browser did not subscribe. ${rawReasonOf(error) ?? "It did not say why."}` }
  }
}

/** A subscription for an older key of the service is replaced, because it receives nothing. */
async function subscribe(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const old = await pushManager.getSubscription()
    if (old === null) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

function targetOf(subscription: PushSubscription): TargetResult {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    return { problem: "The browser gave no address for push messages. Choose another way." }
  }
  return { target: alertTargetText({ kind: "push", endpoint, p256dh, auth }) }
}
