"use client"

import { useState } from "react"
import { ChecklistButton } from "@/components/checklist/checklist-button"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { NavLink } from "./nav-link"
import type { Theme } from "@/lib/client/browser/theme"
import { ScreenList } from "./rail"
import type { Screen } from "@/lib/client/screens"
import { ThemeChoice } from "./theme-toggle"
import { TimesChoice } from "./times-toggle"

type TabBarProps = { readonly screens: readonly Screen[]; readonly theme: Theme }

/** Bottom navigation on phones: some screens, and a menu with all of them and the header's other controls. */
export function TabBar({ screens, theme }: TabBarProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <nav className="tab-bar" aria-label="Quick">
        {screens
          .filter(({ inBar }) => inBar)
          .map((screen) => (
            <NavLink screen={screen} brief key={screen.href} />
          ))}
        <button className="nav-link" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="menu" />
          <span>Menu</span>
        </button>
      </nav>
      <Dialog open={open} title="All screens" onClose={close}>
        <nav className="menu" aria-label="All screens">
          <ScreenList screens={screens} onNavigate={close} />
        </nav>
        <div className="menu-choices">
          <ChecklistButton className="chip-button" onOpen={close}>
            Your panels
          </ChecklistButton>
          <TimesChoice />
          <ThemeChoice initial={theme} />
        </div>
      </Dialog>
    </>
  )
}
