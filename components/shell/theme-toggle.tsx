"use client"

import { useState } from "react"
import { applyTheme, type Theme, themes } from "@/lib/client/browser/theme"

const faces = { system: "◐", dark: "●", light: "○" } as const

export function ThemeToggle({ initial }: { readonly initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system"
  const change = () => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <button className="icon-button" type="button" onClick={change} aria-label={`Theme: ${theme}. Switch to ${next}`}>
      <span aria-hidden="true">{faces[theme]}</span>
    </button>
  )
}
