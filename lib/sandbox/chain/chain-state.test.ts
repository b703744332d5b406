import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loadChainKeys } from "./chain-keys"
import { backUp, prepareState, removeState, stateFileOf } from "./chain-state"
import { SandboxChainError } from "./errors"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signal402-state-"))
})

afterEach(() => rmSync(folder, { recursive: true }))

test("a state cut in half by a kill is replaced by its last whole copy", async () => {
  const file = stateFileOf(folder)
  writeFileSync(file, '{"block":1}')
  expect(await backUp(file, "")).toBe('{"block":1}')
  writeFileSync(file, '{"block":2,"acc')
  expect(await backUp(file, '{"block":1}'), "half a file does not replace the backup").toBe('{"block":1}')
  expect(readFileSync(prepareState(folder), "utf8")).toBe('{"block":1}')
})

test("a whole state is loaded as it is, though the backup is older", async () => {
  const file = stateFileOf(folder)
  writeFileSync(file, '{"block":1}')
  await backUp(file, "")
  writeFileSync(file, '{"block":2}')
  expect(readFileSync(prepareState(folder), "utf8")).toBe('{"block":2}')
})

test("with neither state nor copy readable, the start is refused rather than the chain forgotten", () => {
  writeFileSync(stateFileOf(folder), "{")
  expect(() => prepareState(folder)).toThrow(SandboxChainError)
  removeState(folder)
  expect(existsSync(prepareState(folder)), "a new chain has no file yet").toBe(false)
})

test("a state folder keeps its keys, for its owner only; without one they are new each time", () => {
  const stateDir = join(folder, "new", "chain")
  const keys = loadChainKeys(stateDir)
  expect(loadChainKeys(stateDir)).toEqual(keys)
  expect(statSync(join(stateDir, "chain-keys.json")).mode & 0o777).toBe(0o600)
  expect(loadChainKeys().settlerPrivateKey).not.toBe(loadChainKeys().settlerPrivateKey)
})

test("damaged keys stop the start without being quoted", () => {
  writeFileSync(join(folder, "chain-keys.json"), '{"settlerPrivateKey":"0xsecret"}')
  expect(() => loadChainKeys(folder)).toThrow(/does not hold the sandbox's keys/)
  expect(() => loadChainKeys(folder)).not.toThrow(/secret/)
})
