"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { Dialog } from "@/components/ui/dialog"
import { dollars } from "@/lib/client/format/money"
import { pendingPress } from "@/lib/client/panel/pending-press"
import { openWalletDialog, walletStore } from "@/lib/client/wallet/wallet-store"
import type { ScreenLink } from "@/lib/client/screens"
import { actionList } from "./action-list"
import { filterEntries, nextIndex } from "./filter-entries"
import { runAction } from "./run-action"
import { setTheme } from "./theme-toggle"

type Command = {
  readonly name: string
  readonly hint: string
  readonly alias?: string
  readonly keys: string
  readonly run: () => void
}

type PaletteProps = {
  readonly screens: readonly ScreenLink[]
  readonly offers: readonly PanelOffer[]
  readonly onClose: () => void
}

/** Screens and actions, filtered by typing. One entry is active: arrow keys and the pointer move it, Enter runs it. */
export function Palette({ screens, offers, onClose }: PaletteProps) {
  const router = useRouter()
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // The dialog focuses its title; the palette needs its field.
  useEffect(() => field.current?.focus(), [])
  const go = (href: string) => router.push(href)
  const commands = [...screenCommands(screens, go), ...actionCommands, ...buyCommands(offers, go)]
  const found = filterEntries(commands, text)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return moveSelection(event)
    // Focus returns before the key event ends, so Enter would press the focused button.
    event.preventDefault()
    run(found[active])
  }
  const moveSelection = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[nextIndex(at, step, buttons.length)]?.focus()
  }
  return (
    <Dialog open title="Commands" onClose={onClose}>
      <search className="palette">
        <input
          className="field"
          ref={field}
          aria-label="Search pages and actions"
          autoComplete="off"
          placeholder="Search pages and actions"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onFocus={() => setActive(0)}
          onKeyDown={onKeyDown}
        />
        <output className="hint">
          {found.length === 0 ? "No results" : `${found.length} ${found.length === 1 ? "result" : "results"}`}
        </output>
        <ul className="palette-list" ref={list}>
          {found.map((command, index) => (
            <li key={command.name}>
              <button
                className="palette-option"
                type="button"
                data-active={index === active}
                onFocus={() => setActive(index)}
                onPointerMove={() => setActive(index)}
                onKeyDown={moveSelection}
                onClick={() => run(command)}
              >
                <span>
                  {command.name} <small>{command.hint}</small>
                </span>
                {command.keys === "" ? null : <kbd>{command.keys}</kbd>}
              </button>
            </li>
          ))}
        </ul>
      </search>
    </Dialog>
  )
}

function screenCommands(screens: readonly ScreenLink[], go: (href: string) => void): readonly Command[] {
  return screens.map(({ href, title, short, description, key }) => ({
    name: title,
    alias: short,
    hint: description,
    keys: `g ${key}`,
    run: () => go(href),
  }))
}

/** Opens the panel and continues like a press on its price. */
function buyCommands(offers: readonly PanelOffer[], go: (href: string) => void): readonly Command[] {
  return offers.map(({ product: { id: productId, title, price }, href }) => ({
    name: `Buy ${title}`,
    hint: dollars(price),
    keys: "",
    run() {
      pendingPress.set({ productId, price, atMs: Date.now() })
      go(href)
      if (walletStore.get().wallet === null) openWalletDialog()
    },
  }))
}

const actionCommands: readonly Command[] = [
  ...actionList.map(({ kind, key, name, hint }) => ({ name, hint, keys: key, run: () => runAction(kind) })),
  { name: "Dark theme", hint: "Colours", keys: "t", run: () => setTheme("dark") },
  { name: "Light theme", hint: "Colours", keys: "t", run: () => setTheme("light") },
  { name: "System theme", hint: "Colours as in your system", keys: "t", run: () => setTheme("system") },
]
