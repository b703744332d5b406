import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loadChainKeys } from "./chain-keys"
import { backUp, prepareState, removeState, stateFileOf } from "./chain-state"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signal402-state-"))
})

afterEach(() => rmSync(folder, { recursive: true }))

test("a truncated state file is replaced by its last complete backup", async () => {
  const file = stateFileOf(folder)
  writeFileSync(file, '{"block":1}')
  expect(await backUp(file, "")).toBe('{"block":1}')
  writeFileSync(file, '{"block":2,"acc')
  expect(await backUp(file, '{"block":1}'), "a truncated file does not replace the backup").toBe('{"block":1}')
  expect(readFileSync(prepareState(folder), "utf8")).toBe('{"block":1}')
})

test("a complete state file is loaded, although an older backup exists", async () => {
  const file = stateFileOf(folder)
  writeFileSync(file, '{"block":1}')
  await backUp(file, "")
  writeFileSync(file, '{"block":2}')
  expect(readFileSync(prepareState(folder), "utf8")).toBe('{"block":2}')
})

test("without a readable state or backup the start is refused, so that the chain is not lost", () => {
  writeFileSync(stateFileOf(folder), "{")
  expect(() => prepareState(folder)).toThrow(SandboxChainError)
  removeState(folder)
  expect(existsSync(prepareState(folder)), "a new chain has no file yet").toBe(false)
})

test("a state folder keeps its keys, readable only by its owner; without a folder keys are new", () => {
  const stateDir = join(folder, "new", "chain")
  const keys = loadChainKeys(stateDir)
  expect(loadChainKeys(stateDir)).toEqual(keys)
  expect(statSync(join(stateDir, "chain-keys.json")).mode & 0o777).toBe(0o600)
  expect(loadChainKeys().settlerPrivateKey).not.toBe(loadChainKeys().settlerPrivateKey)
})

test("damaged keys stop the start, and the error does not contain them", () => {
  writeFileSync(join(folder, "chain-keys.json"), '{"settlerPrivateKey":"0xsecret"}')
  expect(() => loadChainKeys(folder)).toThrow(/does not hold the sandbox's keys/)
  expect(() => loadChainKeys(folder)).not.toThrow(/secret/)
})
