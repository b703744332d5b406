import { createStore } from "@/lib/client/browser/external-store"

/** Which dialog of the shell is open. */
export const openCommand = createStore<"palette" | "help" | "menu" | null>(null)
