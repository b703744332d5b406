import { expect, test } from "vitest"
import { isDecline, OtherAccountSigned, rawReasonOf, reasonOf } from "./wallet-error"

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
])("the error %s is reported with its cure, and its own words are details", (_, error) => {
  expect(reasonOf(error)).toEqual({ text: expect.stringMatching(/^Your wallet is locked.*Unlock it/), details: LOCKED })
})

test.each([
  [{ code: -32_002, message: "Request of type 'wallet_requestPermissions' already pending" }, /request is waiting/],
  [new Error("Failed", { cause: { code: -32_002 } }), /request is waiting/],
  [{ code: 4100, message: "The requested method has not been authorized by the user." }, /locked/],
  [{ code: 4900, message: "Disconnected" }, /no connection to the network/],
  [{ code: 4200, message: "Unsupported" }, /Connect another wallet/],
  [new Error("Proposal expired"), /did not answer in time/],
])("%j has a cure", (error, cure) => expect(reasonOf(error).text).toMatch(cure))

test("a signature by another account names both accounts", () => {
  const error = new OtherAccountSigned({ signer: `0x${"22".repeat(20)}`, payer: `0x${"11".repeat(20)}` })
  expect(reasonOf(error)).toEqual({
    text: "Your wallet signed with 0x2222…2222. Choose 0x1111…1111 there, then press again.",
    details: null,
  })
})

test.each([[null], [undefined], [{ code: -32_603 }], [{ message: null }], [{ message: " \n" }], [new Error()]])(
  "the error %j is reported without details",
  (error) => {
    expect(reasonOf(error)).toEqual({ text: "Open your wallet and press again.", details: null })
    expect(reasonOf(error, "The wallet did not answer.").text).toBe("The wallet did not answer.")
    expect(rawReasonOf(error)).toBeNull()
  },
)
