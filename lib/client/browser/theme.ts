/** `system` follows the operating system. */
export const themes = ["system", "dark", "light"] as const
export type Theme = (typeof themes)[number]

/** A cookie, so that the server renders the right colors. */
export const THEME_COOKIE = "signal402-theme"

const YEAR_S = 31_536_000

export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? "system"
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
}
