"use client"

import { Icon } from "@/components/ui/icon"
import { openCommand } from "./command-store"
import { NavLink } from "./nav-link"
import type { Screen } from "@/lib/client/screens"

/** Bottom navigation on phones: some screens, and a button for the menu, which loads later. */
export function TabBar({ screens }: { readonly screens: readonly Screen[] }) {
  return (
    <nav className="tab-bar" aria-label="Quick">
      {screens.map((screen) => (
        <NavLink screen={screen} brief key={screen.href} />
      ))}
      <button className="nav-link" type="button" aria-haspopup="dialog" onClick={() => openCommand.set("menu")}>
        <Icon name="menu" />
        <span>Menu</span>
      </button>
    </nav>
  )
}
