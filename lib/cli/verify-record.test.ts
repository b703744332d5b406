import { expect, test } from "vitest"
import { toJsonLines } from "@/lib/domain/track-record/export-record"
import { sealedWorld } from "@/lib/testing/sealed-world"
import { describeVerdict, verifyFile } from "./verify-record"

const world = sealedWorld({ days: 3, seed: 5 })
const text = toJsonLines(world.records, world.endMs)
const head = world.records.at(-1)?.hash ?? ""

test("an exported record verifies, and against its head", () => {
  const verdict = verifyFile(text)
  expect(describeVerdict(verdict, null).valid).toBe(true)
  expect(describeVerdict(verdict, head)).toEqual({
    valid: true,
    text: `54 records hold, 39 of them revealed. Head: ${head}`,
  })
})

test("a tail that was cut off is found by the head", () => {
  const shorter = text.trimEnd().split("\n").slice(0, -1).join("\n")
  expect(describeVerdict(verifyFile(shorter), null).valid).toBe(true)
  expect(describeVerdict(verifyFile(shorter), head).valid).toBe(false)
})

test.each([
  ["a changed time", text.replace('"sealedAtMs":', '"sealedAtMs":1'), "Broken at line 1: wrong commitment."],
  ["an extra space", text.replace(",", ", "), "Broken at line 1: malformed line."],
  ["an extra field", text.replace("{", '{"a":1,'), "Broken at line 1: malformed line."],
  ["a removed line", text.split("\n").slice(1).join("\n"), "Broken at line 1: broken link."],
  ["no JSON", "hello", "Broken at line 1: malformed line."],
])("%s is found", (_, changed, message) => {
  expect(describeVerdict(verifyFile(changed), null)).toEqual({ valid: false, text: message })
})

test("an empty file is an empty record", () => {
  expect(describeVerdict(verifyFile(""), null).text).toContain("0 records hold")
})
