"use client"

import { type ReactNode, useState } from "react"
import { PHONE_ROWS } from "./first-rows"

type LongTableProps = {
  readonly caption: string
  readonly length: number
  readonly table: ReactNode
  /** Content below the table. */
  readonly children: ReactNode
}

/** A table that shows its first rows on a phone until the reader expands it. Wide screens show all rows. */
export function LongTable({ caption, length, table, children }: LongTableProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="table-and-file" data-more={open ? "open" : "closed"}>
      {table}
      <button className="button more-button" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? `Show the first ${PHONE_ROWS}` : `Show all ${length}`}
        <span className="visually-hidden"> of {caption}</span>
      </button>
      {children}
    </div>
  )
}
