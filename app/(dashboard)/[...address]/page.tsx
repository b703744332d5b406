import type { Metadata } from "next"
import { notFound } from "next/navigation"

export const metadata: Metadata = { title: "Page not found" }

/** Unknown addresses render the not-found page inside the dashboard layout, so the navigation stays available. */
export default function UnknownAddress(): never {
  notFound()
}
