import { expect, test } from "vitest"
import { isPublicAddress, publicLookup, resolvedTargetError, targetError } from "./public-address"

test.each([
  "http://hooks.example.com/a",
  "https://127.0.0.1/a",
  "https://[::1]/a",
  "https://2130706433/a",
  "https://0x7f.1/a",
  "https://localhost/a",
  "https://printer.local/a",
  "https://metadata.google.internal/a",
  "https://user:secret@hooks.example.com/a",
  "https://hooks.example.com:8443/a",
  "ftp://hooks.example.com/a",
  "hooks.example.com",
])("the target %s is rejected", (target) => expect(targetError(target)).not.toBeNull())

test("a public https host is accepted, and a local target only when it is listed with its exact URL", () => {
  expect(targetError("https://hooks.example.com/a?b=c")).toBeNull()
  const local = ["http://localhost:3402/api/sandbox/alerts"]
  expect(targetError("http://localhost:3402/api/sandbox/alerts", local)).toBeNull()
  expect(targetError("http://localhost:3402/api/sandbox/rpc", local)).not.toBeNull()
})

test.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["10.0.0.1", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["::1", false],
  ["::ffff:10.0.0.1", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["64:ff9b::7f00:1", false],
  ["not-an-address", false],
])("isPublicAddress(%j) is %s", (address, expected) => expect(isPublicAddress(address)).toBe(expected))

test("a host that resolves to this machine is rejected at the purchase and at the connection", async () => {
  expect(await resolvedTargetError("https://localhost/a")).toBe("must resolve to public addresses")
  const refused = await new Promise((resolve) => publicLookup("localhost", {}, resolve))
  expect(refused).toBeInstanceOf(Error)
})
