import { expect, test } from "vitest"
import { targetError } from "@/lib/domain/alerts/webhook-url"
import { isPublicAddress } from "./public-address"

test.each([
  "http://hooks.example.com/a",
  "https://127.0.0.1/a",
  "https://127.0.0.1./a",
  "https://[::1]/a",
  "https://[2606:4700::1111]/a",
  "https://2130706433/a",
  "https://0x7f.1/a",
  "https://0177.0.0.1/a",
  "https://localhost/a",
  "https://localhost./a",
  "https://hooks.example.com./a",
  "https://printer.local/a",
  "https://printer.local./a",
  "https://ｌｏｃａｌｈｏｓｔ/a",
  "https://metadata.google.internal/a",
  "https://router.lan/a",
  "https://router.home.arpa/a",
  "https://abc.onion/a",
  "https://user:secret@hooks.example.com/a",
  "https://hooks.example.com:8443/a",
  "ftp://hooks.example.com/a",
  "hooks.example.com",
])("the target %s is rejected", (target) => expect(targetError(target)).not.toBeNull())

test("a public https host is accepted, and a local target only when it is listed with its exact URL", () => {
  expect(targetError("https://hooks.example.com/a?b=c")).toBeNull()
  expect(targetError("https://localhost.example.com/a")).toBeNull()
  const local = ["http://localhost:3402/api/sandbox/alerts"]
  expect(targetError("http://localhost:3402/api/sandbox/alerts", local)).toBeNull()
  expect(targetError("http://localhost:3402/api/sandbox/rpc", local)).not.toBeNull()
})

/** The special-purpose registries of IANA, and addresses beside their edges. */
test.each([
  ["8.8.8.8", true],
  ["1.1.1.1", true],
  ["9.255.255.255", true],
  ["11.0.0.0", true],
  ["172.15.255.255", true],
  ["172.32.0.0", true],
  ["100.63.255.255", true],
  ["100.128.0.0", true],
  ["198.17.255.255", true],
  ["198.20.0.0", true],
  ["223.255.255.255", true],
  ["2606:4700::1111", true],
  ["2a00:1450:4001:800::200e", true],
  ["::ffff:8.8.8.8", true],
  ["0.0.0.0", false],
  ["0.1.2.3", false],
  ["10.0.0.1", false],
  ["100.64.0.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["192.0.0.170", false],
  ["192.0.2.1", false],
  ["192.88.99.1", false],
  ["192.168.1.1", false],
  ["198.18.0.1", false],
  ["198.19.255.255", false],
  ["198.51.100.1", false],
  ["203.0.113.1", false],
  ["224.0.0.1", false],
  ["240.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  // IPv4-compatible, -mapped and -translated.
  ["::7f00:1", false],
  ["::8.8.8.8", false],
  ["::ffff:10.0.0.1", false],
  ["::ffff:7f00:1", false],
  ["::ffff:0:7f00:1", false],
  // NAT64, with the well-known and the local prefix.
  ["64:ff9b::7f00:1", false],
  ["64:ff9b:1::7f00:1", false],
  ["64:ff9b:1:fffe::a00:1", false],
  // 6to4, Teredo.
  ["2002:7f00:1::", false],
  ["2001::1", false],
  ["100::1", false],
  ["2001:2::1", false],
  ["2001:10::1", false],
  ["2001:20::1", false],
  ["2001:db8::1", false],
  ["3fff::1", false],
  ["4000::1", false],
  ["5f00::1", false],
  ["fc00::1", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["fe80::1%eth0", false],
  ["2606:4700::1111%eth0", false],
  ["fec0::1", false],
  ["feff::1", false],
  ["ff02::1", false],
  ["0x7f.1", false],
  ["2130706433", false],
  ["8.8.8.8.", false],
  ["", false],
  ["not-an-address", false],
])("isPublicAddress(%j) is %s", (address, expected) => expect(isPublicAddress(address)).toBe(expected))
