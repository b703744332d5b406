import { CallExecutionError, ExecutionRevertedError } from "viem"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"

const options = { runs: { type: "string", default: "3" }, fresh: { type: "boolean", default: false } } as const
const usage = "npm run count -- [WORD] [--runs N] [--fresh]"

let said: { out: string[]; err: string[] }
let given: CommandArgs<typeof options>[]

beforeEach(() => {
  said = { out: [], err: [] }
  given = []
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.out.push(line))
  vi.spyOn(console, "error").mockImplementation((line: string) => void said.err.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function call(args: readonly string[], main = (asked: CommandArgs<typeof options>) => void given.push(asked)) {
  await runCommand(main, { usage, options, maxPositionals: 1 }, args)
  return process.exitCode
}

test("options and positionals are parsed, with defaults", async () => {
  expect(await call(["all", "--runs", "5", "--fresh"])).toBeUndefined()
  expect(await call([])).toBeUndefined()
  expect(given).toEqual([
    { values: { runs: "5", fresh: true }, positionals: ["all"] },
    { values: { runs: "3", fresh: false }, positionals: [] },
  ])
})

test.each([["--help"], ["-h"], ["all", "--nosuch", "--help"]])(
  "the usage is printed and nothing runs for: %s %s %s",
  async (...args) => {
    expect(await call(args)).toBeUndefined()
    expect([said, given]).toEqual([{ out: [usage], err: [] }, []])
  },
)

test.each([["--nosuch"], ["--runs"], ["--fresh=yes"], ["one", "two"]])(
  "an invalid call exits with 2, prints the usage and runs nothing: %s %s",
  async (...args) => {
    expect(await call(args)).toBe(2)
    expect([said.out, given]).toEqual([[], []])
    expect(said.err.join("\n")).toContain(usage)
  },
)

test("an error exits with 1 and prints its message without a stack", async () => {
  const status = await call([], () => {
    throw new Error("The disk is full.")
  })
  expect([status, said.err]).toEqual([1, ["The disk is full."]])
})

test("an error is printed with its causes and without the path of a URL", async () => {
  const refused = new Error("no route to postgres://user:secret@db.example/ledger at all\nRequest: secret")
  await call([], () => {
    throw new Error("The database could not be opened.", { cause: new Error("Timed out.", { cause: refused }) })
  })
  expect(said.err).toEqual([
    "The database could not be opened.\n  because: Timed out.\n  because: no route to postgres://… at all",
  ])
})

test("a cause without a message is printed by its code", async () => {
  const refused = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })
  await call([], () => {
    throw new Error("The database could not be opened.", { cause: refused })
  })
  expect(said.err).toEqual(["The database could not be opened.\n  because: ECONNREFUSED"])
})

test("a node's error is printed once, without the call's arguments", async () => {
  const args = { from: `0x${"1".repeat(40)}`, data: "0xa9059cbb" } as const
  const reverted = new ExecutionRevertedError({ message: "ERC20: transfer amount exceeds balance" })
  await call([], () => {
    throw new CallExecutionError(reverted, args)
  })
  expect(said.err).toEqual(["Execution reverted with reason: ERC20: transfer amount exceeds balance."])
})

test("a command can refuse its options with status 2, and can set its own exit status", async () => {
  expect(await call([], () => void wholeOption("runs", "many", { min: 1, max: 9 }))).toBe(2)
  expect(said.err[0]).toContain("--runs must be a whole number from 1 to 9.")
  expect(wholeOption("runs", "9", { min: 1, max: 9 })).toBe(9)
  for (const text of ["0", "10", "1.5", "-1", "", "1e0"]) {
    expect(() => wholeOption("runs", text, { min: 1, max: 9 }), text).toThrow(UsageError)
  }
  process.exitCode = undefined
  expect(await call([], () => void (process.exitCode = 7))).toBe(7)
})
