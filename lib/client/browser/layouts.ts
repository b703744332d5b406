import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { parseJson } from "@/lib/domain/parse-json"
import { MAX_WATCHED, Watched } from "@/lib/client/watchlist/watchlist"
import { createPersistentList, type PersistentList, type TextStorage } from "./persistent-list"
import type { Preferences } from "./preferences"

const KEY = "signal402.layouts.1"
const MAX_LAYOUTS = 20
const MAX_PINS = 40
export const MAX_NAME_LENGTH = 40

/** Pins, coin, density and watchlist under a name, which is its id. */
const Layout = z.object({
  id: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  pinned: z.array(z.string().regex(/^\w+(:\w+)?(\?[\w=&%.,-]*)?$/, "must be the id of a panel")).max(MAX_PINS),
  coin: z.enum(COINS),
  density: z.enum(["comfortable", "compact"]),
  /** Absent in layouts of before there were watchlists; empty: the coins that are traded most. */
  watchlist: z.array(Watched).max(MAX_WATCHED).optional(),
})
export type Layout = z.output<typeof Layout>

const LayoutFile = z.object({ signal402Layouts: z.literal(1), layouts: z.array(Layout).min(1).max(MAX_LAYOUTS) })

export type LayoutStore = PersistentList<Layout>

export function createLayouts(storage: TextStorage): LayoutStore {
  return createPersistentList(storage, KEY, Layout)
}

/**
 * Stores layouts; those of the same name are replaced.
 *
 * @returns the problem in one sentence, or `null`
 */
export function keepLayouts(store: LayoutStore, added: readonly Layout[]): string | null {
  const names = new Set(added.map(({ id }) => id))
  const next = [...store.get().filter(({ id }) => !names.has(id)), ...added]
  if (next.length > MAX_LAYOUTS) return `At most ${MAX_LAYOUTS} layouts are kept. Delete one first.`
  return store.update(() => next) ? null : "This browser did not store it."
}

/** The present preferences and watchlist under a name. */
export function layoutOf(
  name: string,
  { pinned, coin, density }: Preferences,
  watchlist: readonly Watched[],
): Layout | null {
  return Layout.safeParse({ id: name, pinned, coin, density, watchlist }).data ?? null
}

/** The text of a file with layouts. */
export function exportLayouts(layouts: readonly Layout[]): string {
  return JSON.stringify({ signal402Layouts: 1, layouts }, null, 2)
}

/** Reads the text of a file; a problem names the field. */
export function readLayouts(text: string): { readonly layouts: readonly Layout[] } | { readonly problem: string } {
  const value = parseJson(text)
  if (value === undefined) return { problem: "The file is not JSON." }
  const parsed = LayoutFile.safeParse(value)
  if (parsed.success) return { layouts: parsed.data.layouts }
  const [issue] = parsed.error.issues
  return { problem: `${issue?.path.join(".") || "The file"}: ${issue?.message ?? "is not a list of layouts"}.` }
}
