import { RpcRequestError, TransactionRejectedRpcError } from "viem"
import { expect, test } from "vitest"
import { inOneLine } from "./in-one-line"

test("viem's name of a fault is followed by the node's own words", () => {
  const error = { code: -32_003, message: "nonce too low" }
  const cause = new RpcRequestError({ body: {}, error, url: "http://node.example/secret-key" })
  expect(inOneLine(new TransactionRejectedRpcError(cause))).toBe("Transaction creation failed. nonce too low")
})

test("the first line of any other error, and no secret of a URL below it", () => {
  expect(inOneLine(new Error("database is locked\nat http://node.example/secret-key"))).toBe("database is locked")
  expect(inOneLine("boom")).toBe("unknown")
})
