import { statSync } from "node:fs"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { findWords, textFiles, type WordHit } from "./words/find-words"

const USAGE = `npm run words [-- PATH…]      finds words that docs/glossary.md replaces, in names, comments, titles and docs

Prints every hit in the project, or in these files and folders, and ends with 1 when there is one.`

function main({ positionals: paths }: CommandArgs): void {
  const files = paths.length === 0 ? textFiles() : paths.flatMap(filesBelow)
  const hits = files.flatMap((file) => findWords(file))
  for (const hit of hits) console.error(lineOf(hit))
  if (hits.length > 0) process.exitCode = 1
  console.log(`${hits.length} hits in ${files.length} files`)
}

function lineOf({ file, line, text, use }: WordHit): string {
  return `${file}:${line}: "${text}", use: ${use}`
}

function filesBelow(path: string): readonly string[] {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined) throw new UsageError(`There is no file or folder "${path}".`)
  return entry.isDirectory() ? textFiles(path.replace(/\/+$/, "")) : [path]
}

await runCommand(main, { usage: USAGE, maxPositionals: 100 })
