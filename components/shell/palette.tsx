"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Dialog } from "@/components/ui/dialog"
import { actionList } from "./action-list"
import type { ScreenLink } from "./commands"
import { filterEntries, nextIndex } from "./filter-entries"
import { runAction } from "./run-action"
import { setTheme } from "./theme-toggle"

type Command = { readonly name: string; readonly hint: string; readonly keys: string; readonly run: () => void }

type PaletteProps = { readonly screens: readonly ScreenLink[]; readonly onClose: () => void }

/** Screens and actions, filtered by typing. Arrow keys move, Enter runs the first entry. */
export function Palette({ screens, onClose }: PaletteProps) {
  const router = useRouter()
  const [text, setText] = useState("")
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // The dialog focuses its title; the palette needs its field.
  useEffect(() => field.current?.focus(), [])
  const found = filterEntries([...screenCommands(screens, (href) => router.push(href)), ...actionCommands], text)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return walk(event)
    // Focus returns before the key event ends, so Enter would press the focused button.
    event.preventDefault()
    run(found[0])
  }
  const walk = (event: KeyboardEvent) => {
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <output className="hint">
          {found.length === 0 ? "No results" : `${found.length} ${found.length === 1 ? "result" : "results"}`}
        </output>
        <ul className="palette-list" ref={list}>
          {found.map((command) => (
            <li key={command.name}>
              <button className="palette-option" type="button" onKeyDown={walk} onClick={() => run(command)}>
                <span>
                  {command.name} <small>{command.hint}</small>
                </span>
                <kbd>{command.keys}</kbd>
              </button>
            </li>
          ))}
        </ul>
      </search>
    </Dialog>
  )
}

function screenCommands(screens: readonly ScreenLink[], go: (href: string) => void): readonly Command[] {
  return screens.map(({ href, title, description, key }) => ({
    name: title,
    hint: description,
    keys: `g ${key}`,
    run: () => go(href),
  }))
}

const actionCommands: readonly Command[] = [
  ...actionList.map(({ kind, key, name, hint }) => ({ name, hint, keys: key, run: () => runAction(kind) })),
  { name: "Dark theme", hint: "Colours", keys: "t", run: () => setTheme("dark") },
  { name: "Light theme", hint: "Colours", keys: "t", run: () => setTheme("light") },
  { name: "System theme", hint: "Colours as in your system", keys: "t", run: () => setTheme("system") },
]
