"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, useId, useRef, useState } from "react"
import { browserStorage } from "@/lib/client/browser/browser-storage"
import { downloadText } from "@/lib/client/browser/download"
import {
  createLayouts,
  exportLayouts,
  keepLayouts,
  type Layout,
  layoutOf,
  MAX_NAME_LENGTH,
  readLayouts,
} from "@/lib/client/browser/layouts"
import { preferences } from "@/lib/client/browser/preferences-store"
import { pageWatchlist } from "@/lib/client/watchlist/watchlist-store"
import { useStore } from "@/lib/client/browser/use-store"

/** Named layouts: pins, coin, density and watchlist, kept in this browser, exported to a file and read back. */
export function Layouts() {
  const id = useId()
  const [store] = useState(() => createLayouts(browserStorage()))
  const layouts = useStore(store)
  const [name, setName] = useState("")
  const [message, setMessage] = useState("")
  const file = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const keep = (added: readonly Layout[], done: string) => setMessage(keepLayouts(store, added) ?? done)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const layout = layoutOf(name, preferences.get(), pageWatchlist().get())
    if (layout === null) return setMessage(`A name has 1 to ${MAX_NAME_LENGTH} characters.`)
    keep([layout], `${layout.id} is saved.`)
    setName("")
  }
  const use = ({ id: name, watchlist, ...layout }: Layout) => {
    preferences.change(layout)
    if (watchlist !== undefined) pageWatchlist().apply(() => watchlist)
    document.documentElement.dataset["density"] = layout.density
    router.refresh()
    setMessage(`${name} is used.`)
  }
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    const result = readLayouts(await chosen.text())
    if ("problem" in result) setMessage(result.problem)
    else keep(result.layouts, `${result.layouts.length} read.`)
  }
  return (
    <section aria-labelledby={`${id}title`} className="layouts">
      <h3 id={`${id}title`}>Layouts</h3>
      <form onSubmit={save} className="layout-row">
        <label className="visually-hidden" htmlFor={id}>
          Name of this layout
        </label>
        <input
          className="field"
          id={id}
          placeholder="Name of this layout"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button className="button">Save</button>
      </form>
      <ul>
        {layouts.map((layout) => (
          <li className="layout-row" key={layout.id}>
            <span className="break">
              {layout.id}{" "}
              <small className="muted">
                {layout.pinned.length} pinned, {layout.coin}, {layout.density}
                {layout.watchlist && layout.watchlist.length > 0 ? `, ${layout.watchlist.length} watched` : ""}
              </small>
            </span>
            <button className="button" type="button" onClick={() => use(layout)}>
              Use<span className="visually-hidden"> {layout.id}</span>
            </button>
            <button
              className="button"
              type="button"
              onClick={() => store.apply((all) => all.filter((one) => one.id !== layout.id))}
            >
              Delete<span className="visually-hidden"> {layout.id}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="panel-actions">
        <button
          className="button"
          type="button"
          aria-disabled={layouts.length === 0}
          onClick={() =>
            layouts.length > 0 && downloadText("signal402-layouts.json", "application/json", exportLayouts(layouts))
          }
        >
          Export
        </button>
        <button className="button" type="button" onClick={() => file.current?.click()}>
          Import
        </button>
        <input
          hidden
          ref={file}
          type="file"
          accept="application/json,.json"
          aria-label="File with layouts"
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ""
          }}
        />
      </p>
      <output className="hint">{message}</output>
    </section>
  )
}
