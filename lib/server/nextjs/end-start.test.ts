import { expect, test } from "vitest"
import { startFailure } from "./end-start"

test("a library of another platform is named, with what to do", () => {
  const cause = new Error("Cannot find module '@libsql/linux-x64-musl'\nRequire stack:\n- /srv/x.js")
  const text = startFailure(new Error("Failed to load external module libsql-1a2b", { cause }))
  expect(text).toContain("a library cannot be loaded on this machine")
  expect(text).toContain(`${process.platform}, ${process.arch}`)
  expect(text).toContain("because: Cannot find module '@libsql/linux-x64-musl'")
  expect(text).toContain("npm ci")
  expect(text).not.toContain("Require stack")
})

test("another fault of the start is told with its causes and codes, and without the key of an address", () => {
  const cause = Object.assign(new Error("no answer of https://node.example/v2/secret"), { code: "ECONNREFUSED" })
  expect(startFailure(new Error("The first read failed.", { cause }))).toBe(
    "The service cannot start.\n  because: The first read failed.\n  because: no answer of https://… (ECONNREFUSED)",
  )
  expect(startFailure("a text")).toBe("The service cannot start.\n  because: a text")
})
