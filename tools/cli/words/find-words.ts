import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { privateWords } from "./private-words"

export type WordHit = {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly use: string
}

const READ = /(?:\.(?:ts|tsx|m?js|css|md|yml)|\.env\.example)$/
/** Other programs write these folders, or the texts are not ours. */
const SKIPPED_FOLDERS = new Set(["node_modules", ".git", ".next", ".signal402", "snapshots", "test-results"])
/** These files contain the unwanted words themselves. */
const SKIPPED_FILES = new Set([
  "docs/glossary.md",
  "tools/cli/words/former-names.ts",
  "tools/cli/words/private-words.ts",
  "tools/cli/words/find-words.test.ts",
])

/** All texts of the project below a folder or a file, as paths relative to the project. */
export function textFiles(path = "."): readonly string[] {
  const found = readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = path === "." ? entry.name : join(path, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : textFiles(below)
    return READ.test(entry.name) && !SKIPPED_FILES.has(below) ? [below] : []
  })
  return found.toSorted()
}

/** Private words in a file's name (line 0) and text. */
export function findWords(file: string, text = readFileSync(file, "utf8")): readonly WordHit[] {
  const name = file.replace(/^.*\//, "").replace(/\.[a-z]+$/, "")
  const inName = matches(name).map(({ found, use }) => ({ file, line: 0, text: found, use }))
  const inText = matches(text).map(({ found, use, index }) => {
    return { file, line: text.slice(0, index).split("\n").length, text: found, use }
  })
  return [...inName, ...inText].toSorted((a, b) => a.line - b.line)
}

function matches(text: string) {
  return privateWords.flatMap(({ pattern, useOf }) =>
    [...text.matchAll(pattern)].map(({ 0: matched, index }) => {
      const found = matched.replace(/^[\s"`/*.:;!?]+/, "")
      return { found: found.trim(), use: useOf(found), index: index + matched.length - found.length }
    }),
  )
}
