import { describe, expect, test } from "vitest"
import { peerOf } from "./peer"

type Redirect = { readonly native?: unknown; readonly universal?: unknown }

/** A provider like WalletConnect's, whose session is a getter on the class. */
class Provider {
  readonly #metadata: unknown

  constructor(metadata: unknown) {
    this.#metadata = metadata
  }

  get session(): unknown {
    return { topic: "t", peer: { publicKey: "k", metadata: this.#metadata } }
  }
}

const named = (name: unknown) => peerOf(new Provider({ name }))
const linked = (redirect: Redirect | string | null) => peerOf(new Provider({ name: "Rainbow", redirect }))?.href

describe("the wallet behind a session", () => {
  test("has a name and a link; its app link is preferred to the web link", () => {
    const redirect = { native: "rainbow://", universal: "https://rnbwapp.com" }
    expect(peerOf(new Provider({ name: " Rainbow ", redirect }))).toEqual({ name: "Rainbow", href: "rainbow://" })
    expect(linked({ universal: "https://rnbwapp.com/wc?x=1" })).toBe("https://rnbwapp.com/wc?x=1")
    expect(linked({ native: "", universal: "https://rnbwapp.com" }), "an empty link is none").toBe(
      "https://rnbwapp.com",
    )
  })

  test.each([
    "javascript:alert(1)",
    "javascript://%0aalert(1)",
    "JavaScript://%0aalert(1)",
    "data:text/html,<b>",
    "data://text/html",
    "http://example.com",
    "intent://scan/#Intent;scheme=zxing;end",
    "file:///etc/passwd",
    "tel:123",
    "//example.com",
    "/receipts",
    " rainbow://",
    "rainbow://\nx",
    `rainbow://${"a".repeat(200)}`,
    7,
  ])("is not opened by %j", (link) => {
    expect(linked({ native: link, universal: link })).toBeNull()
  })

  test("keeps its name when its links are invalid", () => {
    expect([linked("rainbow://"), linked(null), linked({})]).toEqual([null, null, null])
    expect(named("Rainbow")).toEqual({ name: "Rainbow", href: null })
  })

  test.each(["", "  ", "a".repeat(41), "Rain\nbow", "Rain\u202Ebow", 7, null])("ignores the name %j", (name) => {
    expect(named(name)).toBeNull()
  })

  test("is null without a session", () => {
    expect([peerOf(null), peerOf({}), peerOf({ session: undefined }), peerOf({ session: {} })]).toEqual(
      Array(4).fill(null),
    )
  })
})
