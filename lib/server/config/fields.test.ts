import { describe, expect, test } from "vitest"
import { Address, ApiKey, Contact, HttpUrl, Payee, PrivateKey } from "./fields"

const checksummed = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

const messagesOf = ({ error }: { readonly error?: { readonly issues: readonly { readonly message: string }[] } }) =>
  error?.issues.map(({ message }) => message)

describe("Address", () => {
  test("an address with one wrong digit or letter case fails the EIP-55 checksum and is rejected", () => {
    for (const typo of [
      checksummed.replace("8335", "8334"),
      checksummed.replace("3589", "3598"),
      checksummed.replace("f", "F"),
    ]) {
      expect(messagesOf(Address.safeParse(typo)), typo).toEqual([
        "is misspelt: its capitals do not fit its digits (EIP-55)",
      ])
    }
  })

  test("an address in one letter case is accepted and is returned with its checksum", () => {
    expect(Address.parse(checksummed.toLowerCase())).toBe(checksummed)
    expect(Address.parse(`0x${checksummed.slice(2).toUpperCase()}`)).toBe(checksummed)
    expect(Address.parse(checksummed)).toBe(checksummed)
  })

  test.each(["", "abc", "0x12", checksummed.slice(2), `${checksummed}0`])(
    "%j is not an address, and the error states the expected form",
    (text) => {
      expect(messagesOf(Address.safeParse(text))).toEqual(["must be an address: 0x and 40 hexadecimal digits"])
    },
  )

  test("the zero address is a valid address but not a valid payee", () => {
    const zero = `0x${"0".repeat(40)}`
    expect(Address.safeParse(zero).success).toBe(true)
    expect(messagesOf(Payee.safeParse(zero))).toEqual(["must not be the zero address"])
  })
})

test.each(["ops@example.com", "https://example.com/help"])("%s is a valid contact of the operator", (contact) => {
  expect(Contact.parse(contact)).toBe(contact)
})

test.each(["Paweł <ops@example.com>", "our office", "http://example.com", "https://exämple.com/"])(
  "%s is not a contact, because a header or security.txt cannot contain it",
  (contact) => expect(messagesOf(Contact.safeParse(contact))).toHaveLength(1),
)

test.each(["", "short", "two words of a key", "schlüssel-402", "a-key-and-its-line\n"])(
  "%j is not an API key and is rejected at startup, before a request fails",
  (key) => expect(messagesOf(ApiKey.safeParse(key))).toEqual(["must be 8 ASCII characters or more, without spaces"]),
)

test.each([
  "https://a.example/k,https://b.example/k",
  "https://a.example/k, http://b.example",
  "https://a.example;https://b.example",
])("%s lists several URLs and is rejected where one URL is expected", (list) =>
  expect(messagesOf(HttpUrl.safeParse(list))).toEqual(["must be one URL, not several"]),
)

test("a URL may contain a comma or another URL in its query", () => {
  for (const url of ["https://a.example/k,l", "http://a.example/?to=https://b.example"]) {
    expect(HttpUrl.parse(url)).toBe(url)
  }
})

test("a private key is at least 1 and less than the order of secp256k1", () => {
  const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
  expect(PrivateKey.safeParse(`0x${order.replace(/1$/, "0")}`).success).toBe(true)
  for (const digits of [order, "f".repeat(64), "0".repeat(64)]) {
    expect(messagesOf(PrivateKey.safeParse(`0x${digits}`))).toEqual([
      "is not a private key: it is zero, or too large for secp256k1",
    ])
  }
  expect(messagesOf(PrivateKey.safeParse("secret"))).toEqual(["must be a private key: 0x and 64 hexadecimal digits"])
})
