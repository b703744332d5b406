import type { ExternalStore } from "./external-store"
import { formatPreferences, parsePreferences, type Preferences, PREFERENCES_COOKIE } from "./preferences"

const YEAR_S = 31_536_000

/** Reads and writes `document.cookie`; tests provide their own. */
export type CookieJar = { cookie: string }

export type PreferencesStore = ExternalStore<Preferences> & {
  readonly change: (part: Partial<Preferences>) => void
}

/** The preferences in the cookie. Without cookies a change lasts as long as the page. */
export function createPreferences(jar: () => CookieJar): PreferencesStore {
  const listeners = new Set<() => void>()
  let text: string | undefined
  let value = parsePreferences(undefined)
  const get = () => {
    const stored = storedText(jar())
    if (stored !== text) {
      text = stored
      value = parsePreferences(stored)
    }
    return value
  }
  return {
    get,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(part) {
      value = { ...get(), ...part }
      const written = encodeURIComponent(formatPreferences(value))
      jar().cookie = `${PREFERENCES_COOKIE}=${written}; path=/; max-age=${YEAR_S}; samesite=lax`
      text = storedText(jar())
      for (const listener of listeners) listener()
    },
  }
}

function storedText({ cookie }: CookieJar): string | undefined {
  const [, stored] =
    cookie
      .split("; ")
      .find((one) => one.startsWith(`${PREFERENCES_COOKIE}=`))
      ?.split("=") ?? []
  try {
    return stored && decodeURIComponent(stored)
  } catch {
    return undefined
  }
}

/** The preferences of this browser. */
export const preferences = createPreferences(() => document)
