import { createStore } from "@/lib/client/browser/external-store"

/** Whether the checklist of panels is open. */
export const checklistDialog = createStore(false)

export function openChecklist(): void {
  checklistDialog.set(true)
}
