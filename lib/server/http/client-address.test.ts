import { expect, test } from "vitest"
import { clientAddress } from "./client-address"

const from = (remoteAddress: string | undefined, headers = {}, header: string | null = null) =>
  clientAddress({ socket: { remoteAddress } as Parameters<typeof clientAddress>[0]["socket"], headers }, header)

test("without a proxy's header the socket's address is the client", () => {
  expect(from("203.0.113.7", { "x-real-ip": "198.51.100.1" })).toBe("203.0.113.7")
  expect(from("::ffff:203.0.113.7")).toBe("203.0.113.7")
})

test("addresses of one IPv6 network of 64 bits are one client", () => {
  expect(from("2001:db8:1:2::1")).toBe(from("2001:db8:1:2:ffff::9"))
  expect(from("2001:db8:1:2::1")).not.toBe(from("2001:db8:1:3::1"))
})

test("the client behind a proxy without a header is unknown", () => {
  expect([from("127.0.0.1"), from("::1"), from("::ffff:127.0.0.1"), from(undefined)]).toEqual([null, null, null, null])
})

test("the configured header counts instead of the socket, and any other value does not", () => {
  expect(from("127.0.0.1", { "x-real-ip": "198.51.100.1" }, "x-real-ip")).toBe("198.51.100.1")
  expect(from("127.0.0.1", { "x-real-ip": "unknown" }, "x-real-ip")).toBeNull()
  expect(from("127.0.0.1", { "x-real-ip": ["198.51.100.1"] }, "x-real-ip")).toBeNull()
  expect(from("203.0.113.7", {}, "x-real-ip")).toBeNull()
})
