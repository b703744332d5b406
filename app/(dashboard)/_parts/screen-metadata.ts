import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { screenAt, screensServing } from "@/components/shell/screens"
import { servedIds } from "./served"

/**
 * Title, description and canonical address of a screen, for tabs, search engines and shared links.
 *
 * Without `openGraph`: a page's own replaces the whole of the layout's, its picture included. Shared links take title and
 * description from here.
 */
export function screenMetadata(href: string): Metadata {
  const { title, description } = screenAt(href)
  return { title, description, alternates: { canonical: href } }
}

/** Ends with 404 where this deployment serves nothing of what a screen shows. */
export function requireScreen(href: string): void {
  if (!screensServing(servedIds).some((screen) => screen.href === href)) notFound()
}
