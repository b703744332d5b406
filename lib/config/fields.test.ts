import { describe, expect, test } from "vitest"
import { Address, ApiKey, Contact, HttpUrl, Payee, PrivateKey } from "./fields"

const wellSpelt = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

const messagesOf = ({ error }: { readonly error?: { readonly issues: readonly { readonly message: string }[] } }) =>
  error?.issues.map(({ message }) => message)

describe("an address", () => {
  test("with one wrong digit or capital is refused, because its capitals do not fit", () => {
    for (const typo of [
      wellSpelt.replace("8335", "8334"),
      wellSpelt.replace("3589", "3598"),
      wellSpelt.replace("f", "F"),
    ]) {
      expect(messagesOf(Address.safeParse(typo)), typo).toEqual([
        "is misspelt: its capitals do not fit its digits (EIP-55)",
      ])
    }
  })

  test("in letters of one size has no checksum, and gets one", () => {
    expect(Address.parse(wellSpelt.toLowerCase())).toBe(wellSpelt)
    expect(Address.parse(`0x${wellSpelt.slice(2).toUpperCase()}`)).toBe(wellSpelt)
    expect(Address.parse(wellSpelt)).toBe(wellSpelt)
  })

  test.each(["", "abc", "0x12", wellSpelt.slice(2), `${wellSpelt}0`])("%j: the words say what is expected", (text) => {
    expect(messagesOf(Address.safeParse(text))).toEqual(["must be an address: 0x and 40 hexadecimal digits"])
  })

  test("zero is an address, and no payee", () => {
    const zero = `0x${"0".repeat(40)}`
    expect(Address.safeParse(zero).success).toBe(true)
    expect(messagesOf(Payee.safeParse(zero))).toEqual(["must not be the zero address"])
  })
})

test.each(["ops@example.com", "https://example.com/help"])("%s reaches the operator", (contact) => {
  expect(Contact.parse(contact)).toBe(contact)
})

test.each(["Paweł <ops@example.com>", "our office", "http://example.com", "https://exämple.com/"])(
  "%s is not a contact: it could not go into a header, or into security.txt",
  (contact) => expect(messagesOf(Contact.safeParse(contact))).toHaveLength(1),
)

test.each(["", "short", "two words of a key", "schlüssel-402", "a-key-and-its-line\n"])(
  "%j is not a key: it would fail at each request, and not at the start",
  (key) => expect(messagesOf(ApiKey.safeParse(key))).toEqual(["must be 8 ASCII characters or more, without spaces"]),
)

test.each([
  "https://a.example/k,https://b.example/k",
  "https://a.example/k, http://b.example",
  "https://a.example;https://b.example",
])("%s is several nodes, and one is asked", (list) =>
  expect(messagesOf(HttpUrl.safeParse(list))).toEqual(["must be one URL, not several"]),
)

test("a URL may have a comma, and another URL within", () => {
  for (const url of ["https://a.example/k,l", "http://a.example/?to=https://b.example"]) {
    expect(HttpUrl.parse(url)).toBe(url)
  }
})

test("a private key is within the order of the curve", () => {
  const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
  expect(PrivateKey.safeParse(`0x${order.replace(/1$/, "0")}`).success).toBe(true)
  for (const digits of [order, "f".repeat(64), "0".repeat(64)]) {
    expect(messagesOf(PrivateKey.safeParse(`0x${digits}`))).toEqual([
      "is not a private key: it is zero, or too large for secp256k1",
    ])
  }
  expect(messagesOf(PrivateKey.safeParse("secret"))).toEqual(["must be a private key: 0x and 64 hexadecimal digits"])
})
