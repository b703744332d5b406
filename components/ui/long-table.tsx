"use client"

import { type ReactNode, useState } from "react"
import { MIN_HIDDEN_ROWS, WIDE_ROWS } from "./first-rows"

type LongTableProps = {
  readonly caption: string
  readonly length: number
  readonly table: ReactNode
  /** Content below the table. */
  readonly children: ReactNode
}

/** A table that shows its first rows until the reader expands it: more of them on wide screens than on a phone. */
export function LongTable({ caption, length, table, children }: LongTableProps) {
  const [open, setOpen] = useState(false)
  return (
    <div
      className="table-and-file"
      data-more={open ? "open" : "closed"}
      data-long-on={length >= WIDE_ROWS + MIN_HIDDEN_ROWS ? "all" : "phone"}
    >
      {table}
      <button className="button more-button" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Show the first rows" : `Show all ${length}`}
        <span className="visually-hidden"> of {caption}</span>
      </button>
      {children}
    </div>
  )
}
