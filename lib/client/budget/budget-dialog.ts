import { createStore } from "@/lib/client/browser/external-store"

/** Whether the budget dialog is open. */
export const budgetDialog = createStore(false)

export function openBudget(): void {
  budgetDialog.set(true)
}
