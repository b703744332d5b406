"use client"

import { useEffect } from "react"
import { createStore } from "@/lib/client/browser/external-store"
import { applyTheme, type Theme, themes } from "@/lib/client/browser/theme"
import { useStore } from "@/lib/client/browser/use-store"

const themeGlyphs = { system: "◐", dark: "●", light: "○" } as const

/** `null` until the page has set it; the server's theme counts until then. */
const chosen = createStore<Theme | null>(null)

export function setTheme(theme: Theme): void {
  applyTheme(theme)
  chosen.set(theme)
}

/** Switches system → dark → light. */
export function nextTheme(): void {
  setTheme(after(chosen.get() ?? "system"))
}

type ThemeProps = { readonly initial: Theme }

export function ThemeToggle({ initial }: ThemeProps) {
  const { theme, name } = useTheme(initial)
  return (
    <button className="icon-button theme-toggle" type="button" onClick={nextTheme} aria-label={name}>
      <span aria-hidden="true">{themeGlyphs[theme]}</span>
    </button>
  )
}

/** The toggle with a text label, for the menu. */
export function ThemeChoice() {
  const { name } = useTheme(useStore(chosen) ?? "system")
  return (
    <button className="button" type="button" onClick={nextTheme}>
      {name}
    </button>
  )
}

function useTheme(initial: Theme) {
  const theme = useStore(chosen) ?? initial
  useEffect(() => {
    if (chosen.get() === null) chosen.set(initial)
  }, [initial])
  return { theme, name: `Theme: ${theme}. Switch to ${after(theme)}` }
}

function after(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system"
}
