import { expect, test } from "vitest"
import { isDecline } from "./wallet-error"

test.each([
  ["a browser's wallet", { code: 4001 }],
  ["a wallet over WalletConnect", { code: 5000, message: "User rejected." }],
  ["ethers", { code: "ACTION_REJECTED" }],
  ["a library around it", new Error("Failed", { cause: { code: 5000 } })],
])("a no of %s is a no", (_, error) => expect(isDecline(error)).toBe(true))

test.each([[{ code: -32_002 }], [{ code: 4100 }], [new Error("5000")], ["5000"], [null]])("%j is no answer", (error) =>
  expect(isDecline(error)).toBe(false),
)
