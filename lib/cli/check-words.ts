import { statSync } from "node:fs"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { MAX_HITS } from "./words/max-hits"
import { findWords, roomOf, textFiles, type WordHit } from "./words/find-words"

const USAGE = `npm run words [-- PATH…]      finds words that docs/glossary.md replaces, in names, comments, titles and docs

Without PATH it prints the number of hits in each room and ends with 1 when a room has more than lib/cli/words/max-hits.ts
allows. With PATH it prints every hit in these files and folders.`

function main({ positionals: paths }: CommandArgs): void {
  const files = paths.length === 0 ? textFiles() : paths.flatMap(filesBelow)
  const hits = files.flatMap((file) => findWords(file))
  if (paths.length > 0) for (const hit of hits) console.log(lineOf(hit))
  const rooms = new Map<string, number>()
  for (const { file } of hits) rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? 0) + 1)
  for (const [room, count] of [...rooms].toSorted(([, a], [, b]) => b - a)) {
    console.log(`${String(count).padStart(6)}  ${room}`)
  }
  if (paths.length === 0) failAboveLimit(rooms)
  console.log(`${String(hits.length).padStart(6)}  in ${files.length} files`)
}

function failAboveLimit(rooms: ReadonlyMap<string, number>): void {
  for (const [room, count] of rooms) {
    const max = MAX_HITS[room] ?? 0
    if (count <= max) continue
    console.error(`${room} has ${count} hits, at most ${max} are allowed: npm run words -- ${room}`)
    process.exitCode = 1
  }
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
