import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createElement, type ReactNode } from "react"

/** Text, or a tag with its attributes and children. */
type Saved =
  | string
  | readonly [tag: string, attributes: { readonly [name: string]: string }, children: readonly Saved[]]

const saved = new Map<string, readonly Saved[]>()

/** The elements of a page that the benchmark has saved in `PAGES_DIR`, rendered for each request. */
export default async function Page({ params }: { readonly params: Promise<{ readonly name: string }> }) {
  const { name } = await params
  const page = saved.get(name) ?? JSON.parse(readFileSync(join(process.env["PAGES_DIR"] ?? "", `${name}.json`), "utf8"))
  saved.set(name, page)
  return page.map(rendered)
}

export const dynamic = "force-dynamic"

function rendered(node: Saved, key: number): ReactNode {
  if (typeof node === "string") return node
  const [tag, attributes, children] = node
  return createElement(tag, { ...attributes, key }, ...children.map(rendered))
}
