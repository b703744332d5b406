import type { PublicConfig } from "@/lib/api/public-config"
import type { Subscription } from "./subscription"

/** `unsupported`: this browser shows no subscriptions, or not of pages like this one. */
export type NotificationPermissionState = "granted" | "denied" | "default" | "unsupported"

export function notificationPermission(): NotificationPermissionState {
  return "Notification" in window ? Notification.permission : "unsupported"
}

/** Asks the reader, who must have pressed something just now. */
export async function requestNotificationPermission(): Promise<NotificationPermissionState> {
  return "Notification" in window ? Notification.requestPermission() : "unsupported"
}

/** Tells of what was watched, by the service worker where there is one: phones show no other subscriptions. */
export async function showNotification(
  { id, title, href, until }: Subscription,
  mode: PublicConfig["mode"],
): Promise<void> {
  const isBack = until === "back"
  const words = `${title} ${isBack ? "is back" : "has changed"}`
  const news = isBack ? "It can be bought again" : "There is a newer version"
  const options = {
    body: `${news}${mode === "sandbox" ? ", of a simulated market" : ""}. Nothing was bought.`,
    icon: "/icon.svg",
    // Another notice of the same takes its place.
    tag: `signal402 ${id}`,
    data: { href },
  }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) return registration.showNotification(words, options)
  const notice = new Notification(words, options)
  notice.addEventListener("click", () => window.focus())
}
