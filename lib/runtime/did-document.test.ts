import { expect, test } from "vitest"
import { didDocumentOf } from "./did-document"

const [now, before] = [`0x${"Ab".repeat(20)}`, `0x${"cD".repeat(20)}`] as const

test("what a former key signed can still be checked under the service's name", () => {
  expect(didDocumentOf("https://signal402.example", [now, before])).toMatchObject({
    id: "did:web:signal402.example",
    verificationMethod: [
      { id: "did:web:signal402.example#receipts", blockchainAccountId: `eip155:1:${now}` },
      { id: "did:web:signal402.example#receipts-cdcdcdcd", blockchainAccountId: `eip155:1:${before}` },
    ],
    assertionMethod: ["did:web:signal402.example#receipts", "did:web:signal402.example#receipts-cdcdcdcd"],
  })
})

test("a service that never signed has no document; a port belongs to its name", () => {
  expect(didDocumentOf("https://signal402.example", [])).toBeNull()
  expect(didDocumentOf("http://localhost:3402", [now])).toMatchObject({ id: "did:web:localhost%3A3402" })
})
