import { expect, test } from "vitest"
import { findWords, textFiles } from "./find-words"

const texts = (text: string, file = "lib/x402/ledger/sales.ts") => findWords(file, text).map((hit) => hit.text)

test.each([
  ["const till = openTill()", ["till", "openTill", "Till"]],
  ["const MOST_ROWS = 5", ["MOST_ROWS"]],
  ["/** Who asks again pays once. */", ["Who", "Who asks"]],
  ["// 60 seconds unless told", ["unless told"]],
  ['test("a refund is no payment", () => {})', ["is no payment"]],
  ["// Of one that was released, the money may be here.", ["Of one that"]],
])("private words are found in %s", (text, found) => {
  expect(texts(text).toSorted()).toEqual(found.toSorted())
})

test.each([
  ["the distillation still runs until midnight"],
  ["// There is no transfer in this block, and it is no longer pending."],
  ["const MAX_ROWS = 5"],
  ["Who signs a payment?"],
  ["a shopper follows"],
])("no private words are found in %s", (text) => {
  expect(texts(text)).toEqual([])
})

test("a hit has its line, and a hit in the file name has line 0", () => {
  const hits = findWords("lib/x402/till.ts", "const a = 1\nconst lane = 2\n")
  expect(hits.map(({ line, text }) => [line, text])).toEqual([
    [0, "till"],
    [2, "lane"],
  ])
})

test("dependencies and build output are not checked", () => {
  const files = textFiles()
  expect(files).toContain("tools/cli/check-words.ts")
  expect(files.filter((file) => /node_modules|\.next\//.test(file))).toEqual([])
})
