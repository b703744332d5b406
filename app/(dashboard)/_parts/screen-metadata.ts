import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { screensServing } from "@/components/panels"
import { screenAt } from "@/lib/client/screens"
import { servedIds } from "./served"

/**
 * Title, description and canonical URL of a screen.
 *
 * `openGraph` is left out: a page's own value would replace the whole value of the layout, including its image. Shared
 * links use the title and description from here.
 */
export function screenMetadata(href: string): Metadata {
  const { title, description } = screenAt(href)
  return { title, description, alternates: { canonical: href } }
}

/** Responds with 404 if this deployment serves no endpoint that the screen shows. */
export function requireScreen(href: string): void {
  if (!screensServing(servedIds).some((screen) => screen.href === href)) notFound()
}
