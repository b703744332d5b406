import { expect, test } from "vitest"
import { isDecline, reasonOf } from "./wallet-error"

test.each([
  ["a browser's wallet", { code: 4001 }],
  ["a wallet over WalletConnect", { code: 5000, message: "User rejected." }],
  ["ethers", { code: "ACTION_REJECTED" }],
  ["a library around it", new Error("Failed", { cause: { code: 5000 } })],
])("a no of %s is a no", (_, error) => expect(isDecline(error)).toBe(true))

test.each([[{ code: -32_002 }], [{ code: 4100 }], [new Error("5000")], ["5000"], [null]])("%j is no answer", (error) =>
  expect(isDecline(error)).toBe(false),
)

const LOCKED = "Ledger device: locked. Unlock it."

test.each([
  ["an error", new Error(`${LOCKED}\n\nDetails: none`)],
  ["a plain object", { code: -32_603, message: LOCKED }],
  ["a text", LOCKED],
])("%s tells why", (_, error) => expect(reasonOf(error)).toBe(LOCKED))

test.each([[null], [undefined], [{ code: -32_603 }], [{ message: null }], [{ message: " \n" }], [new Error()]])(
  "of %j it is said that it told nothing",
  (error) => {
    expect(reasonOf(error)).toBe("It did not say why.")
    expect(reasonOf(error, "The wallet did not answer.")).toBe("The wallet did not answer.")
  },
)
