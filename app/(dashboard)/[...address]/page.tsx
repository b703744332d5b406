import type { Metadata } from "next"
import { notFound } from "next/navigation"

export const metadata: Metadata = { title: "Nothing here" }

/** Whoever comes to an address that shows nothing finds the ways to go all the same. */
export default function UnknownAddress(): never {
  notFound()
}
