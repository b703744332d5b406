import type { Metadata } from "next"
import { PageNotFound } from "@/components/shell/page-not-found"

export const metadata: Metadata = { title: "Nothing here" }

export default function NotFound() {
  return (
    <main className="bare">
      <PageNotFound />
    </main>
  )
}
