import { expect, test } from "vitest"
import { didDocumentOf } from "./did-document"

const [now, before] = [`0x${"Ab".repeat(20)}`, `0x${"cD".repeat(20)}`] as const

test("the DID document has the current and the former receipt keys", () => {
  expect(didDocumentOf("https://signal402.example", [now, before])).toMatchObject({
    id: "did:web:signal402.example",
    verificationMethod: [
      { id: "did:web:signal402.example#receipts", blockchainAccountId: `eip155:1:${now}` },
      { id: "did:web:signal402.example#receipts-cdcdcdcd", blockchainAccountId: `eip155:1:${before}` },
    ],
    assertionMethod: ["did:web:signal402.example#receipts", "did:web:signal402.example#receipts-cdcdcdcd"],
  })
})

test("without receipt keys there is no DID document; with a port the port is part of the DID", () => {
  expect(didDocumentOf("https://signal402.example", [])).toBeNull()
  expect(didDocumentOf("http://localhost:3402", [now])).toMatchObject({ id: "did:web:localhost%3A3402" })
})
