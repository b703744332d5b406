import { createStore } from "@/lib/client/browser/external-store"

/** The view of the inspector: closed, the newest payment, or a payment by its id. */
export type InspectorView = { readonly open: false } | { readonly open: true; readonly traceId: string | null }

export const inspectorView = createStore<InspectorView>({ open: false })

/** @param traceId absent: the newest payment */
export function openInspector(traceId: string | null = null): void {
  inspectorView.set({ open: true, traceId })
}

export function closeInspector(): void {
  inspectorView.set({ open: false })
}
