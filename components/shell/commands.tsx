"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { ErrorNotice } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { readTimes } from "@/lib/client/browser/times"
import { useStore } from "@/lib/client/browser/use-store"
import { openCommand } from "./command-store"
import { MenuDialog } from "./menu-dialog"
import { runAction } from "./run-action"
import type { ScreenLink } from "@/lib/client/screens"
import { singleKeysEnabled, loadSingleKeysSetting, type Shortcut, shortcutOf } from "./shortcuts"

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false })
const HelpDialog = dynamic(() => import("./help-dialog").then((module) => module.HelpDialog), { ssr: false })

const LEADER_MS = 1_500

type CommandsProps = { readonly screens: readonly ScreenLink[]; readonly offers: readonly PanelOffer[] }

/** Keyboard shortcuts, the command palette and the menu of a phone. */
export function Commands({ screens, offers }: CommandsProps) {
  const router = useRouter()
  const open = useStore(openCommand)
  useEffect(() => {
    loadSingleKeysSetting()
    readTimes()
    let leaderAtMs = Number.NEGATIVE_INFINITY
    const act = (shortcut: Shortcut): void => {
      leaderAtMs = Number.NEGATIVE_INFINITY
      switch (shortcut.kind) {
        case "leader":
          leaderAtMs = performance.now()
          return
        case "go": {
          const screen = screens.find(({ key }) => key === shortcut.key)
          if (screen) router.push(screen.href)
          return
        }
        case "palette":
        case "help":
        case "wallet":
        case "budget":
        case "session":
        case "alerts":
        case "checklist":
        case "stage":
        case "theme":
        case "times":
          close()
          return runAction(shortcut.kind)
      }
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isAfterLeader = performance.now() - leaderAtMs < LEADER_MS
      const go = isAfterLeader ? screens.map(({ key }) => key) : []
      // Keys typed while the palette loads are text, not shortcuts.
      const typing = isTyping(event.target) || openCommand.get() === "palette"
      const shortcut = shortcutOf(event, { go, typing, letters: singleKeysEnabled.get() })
      if (shortcut === null || event.defaultPrevented || event.repeat) return
      event.preventDefault()
      act(shortcut)
    }
    document.addEventListener("keydown", onKeyDown)
    // The script of `ReplayEarlyClicks` repeats the keys that were pressed before.
    window.dispatchEvent(new Event("shortcuts-loaded"))
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [router, screens])
  if (open === null) return null
  return (
    <ErrorBoundary key={open} fallback={<ErrorNotice />}>
      {open === "palette" ? (
        <Palette screens={screens} offers={offers} onClose={close} />
      ) : open === "menu" ? (
        <MenuDialog screens={screens} onClose={close} />
      ) : (
        <HelpDialog screens={screens} onClose={close} />
      )}
    </ErrorBoundary>
  )
}

function close(): void {
  openCommand.set(null)
}

/** Letters are not shortcuts in a text field or while a dialog is open. */
function isTyping(target: EventTarget | null): boolean {
  // A click on a dialog's text leaves no element focused, so the dialog itself is checked.
  if (document.querySelector("dialog[open]") !== null) return true
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest("input, select, textarea") !== null)
  )
}
