import { expect, test } from "vitest"
import { isDecline, reasonOf } from "./wallet-error"

test.each([
  ["a browser's wallet", { code: 4001 }],
  ["a wallet over WalletConnect", { code: 5000, message: "User rejected." }],
  ["ethers", { code: "ACTION_REJECTED" }],
  ["a library around it", new Error("Failed", { cause: { code: 5000 } })],
])("the error %s is a decline", (_, error) => expect(isDecline(error)).toBe(true))

test.each([[{ code: -32_002 }], [{ code: 4100 }], [new Error("5000")], ["5000"], [null]])(
  "the error %j is not a decline",
  (error) => expect(isDecline(error)).toBe(false),
)

const LOCKED = "Ledger device: locked. Unlock it."

test.each([
  ["an error", new Error(`${LOCKED}\n\nDetails: none`)],
  ["a plain object", { code: -32_603, message: LOCKED }],
  ["a text", LOCKED],
])("the error %s is reported with its reason", (_, error) => expect(reasonOf(error)).toBe(LOCKED))

test("a pending request in the wallet is recognised at any depth of causes", () => {
  const pending = { code: -32_002, message: "Request of type 'wallet_requestPermissions' already pending" }
  const text = "Open your wallet: a request is waiting there."
  expect([reasonOf(pending), reasonOf(new Error("Failed", { cause: pending }))]).toEqual([text, text])
})

test.each([[null], [undefined], [{ code: -32_603 }], [{ message: null }], [{ message: " \n" }], [new Error()]])(
  "the error %j is reported without a reason",
  (error) => {
    expect(reasonOf(error)).toBe("It did not say why.")
    expect(reasonOf(error, "The wallet did not answer.")).toBe("The wallet did not answer.")
  },
)
