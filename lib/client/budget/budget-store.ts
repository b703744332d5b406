import { z } from "zod"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import { readText, type TextStorage } from "@/lib/client/browser/persistent-list"
import { type Budget, defaultBudget } from "./budget"

const StoredBudget = z.object({ limit: z.string().regex(/^\d{1,18}$/), autoDayMs: z.number().nullable() })

export type BudgetStore = ExternalStore<Budget> & {
  readonly change: (part: Partial<Budget>) => void
  /** Reads what another tab wrote. */
  readonly reload: () => void
}

/** The budget in `localStorage`. An invalid value counts as the default, which is strict. */
export function createBudgetStore(storage: TextStorage, key: string): BudgetStore {
  const read = () => parse(readText(storage, key))
  const store = createStore<Budget>(read())
  return {
    get: store.get,
    subscribe: store.subscribe,
    reload: () => store.set(read()),
    change(part) {
      const next = { ...store.get(), ...part }
      store.set(next)
      try {
        storage.setItem(key, JSON.stringify(next))
      } catch {
        // The change lasts as long as this page.
      }
    },
  }
}

function parse(text: string | null): Budget {
  try {
    return StoredBudget.safeParse(JSON.parse(text ?? "null")).data ?? defaultBudget
  } catch {
    return defaultBudget
  }
}
