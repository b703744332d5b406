"use client"

import { type ReactNode, useState } from "react"
import { PHONE_ROWS } from "./first-rows"

type LongTableProps = {
  readonly caption: string
  readonly length: number
  readonly table: ReactNode
  /** What stands below. */
  readonly children: ReactNode
}

/** A table of which a phone shows the first rows until the reader wants all. Wide screens have room, and no button. */
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
