/** What stands between the marks of a section of a document. */
export function sectionOf(page: string, name: string): string {
  const { from, to } = boundsOf(page, name)
  return page.slice(from, to).trim()
}

/** The document with another text between the marks of a section. */
export function withSection(page: string, name: string, text: string): string {
  const { from, to } = boundsOf(page, name)
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`
}

function boundsOf(page: string, name: string): { readonly from: number; readonly to: number } {
  const [begin, end] = [`<!-- npm run ${name} -->`, `<!-- end of ${name} -->`]
  const [at, to] = [page.indexOf(begin), page.indexOf(end)]
  if (at < 0 || to < at) throw new Error(`The page has no section between ${begin} and ${end}.`)
  return { from: at + begin.length, to }
}
