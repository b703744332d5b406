import { createStore } from "@/lib/client/browser/external-store"

/** Which of the two keyboard dialogs is open. */
export const openCommand = createStore<"palette" | "help" | null>(null)
