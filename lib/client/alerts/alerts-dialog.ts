import { createStore } from "@/lib/client/browser/external-store"

/** Whether the alert dialog is open. */
export const alertsDialog = createStore(false)

export function openAlerts(): void {
  alertsDialog.set(true)
}
