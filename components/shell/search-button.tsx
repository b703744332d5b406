"use client"

import { Icon } from "@/components/ui/icon"
import { openCommand } from "./command-store"

/** Opens the command palette by click. */
export function SearchButton() {
  return (
    <button
      className="button search-button"
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openCommand.set("palette")}
    >
      <Icon name="search" />
      <span>Go to…</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}
