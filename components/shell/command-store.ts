import { createStore } from "@/lib/client/browser/external-store"

/** Which keyboard dialog is open. */
export const openCommand = createStore<"palette" | "help" | null>(null)
