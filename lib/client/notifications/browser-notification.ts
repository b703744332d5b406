import type { PublicConfig } from "@/lib/api/public-config"
import type { Subscription } from "./subscription"

/** `unsupported`: this browser has no notifications, or not for pages like this one. */
export type NotificationPermissionState = "granted" | "denied" | "default" | "unsupported"

export function notificationPermission(): NotificationPermissionState {
  return "Notification" in window ? Notification.permission : "unsupported"
}

/** Asks for permission. Browsers allow this only inside a click. */
export async function requestNotificationPermission(): Promise<NotificationPermissionState> {
  return "Notification" in window ? Notification.requestPermission() : "unsupported"
}

/** Shows a notification, through the service worker where there is one: phones support no other way. */
export async function showNotification(
  { id, title, href, until }: Subscription,
  market: PublicConfig["market"],
): Promise<void> {
  const isBack = until === "back"
  const words = `${title} ${isBack ? "is back" : "has changed"}`
  const news = isBack ? "Back on sale" : "A newer version is available"
  const options = {
    body: `${news}${market === "simulated" ? " (simulated market)" : ""}. Nothing was bought.`,
    icon: "/icon.svg",
    // A later notification for the same product replaces this one.
    tag: `signal402 ${id}`,
    data: { href },
  }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) return registration.showNotification(words, options)
  const notice = new Notification(words, options)
  notice.addEventListener("click", () => window.focus())
}
