import { RpcRequestError, TransactionRejectedRpcError } from "viem"
import { expect, test } from "vitest"
import { summarizeError } from "./settlement-steps"

test("viem's error name is followed by the node's message", () => {
  const error = { code: -32_003, message: "nonce too low" }
  const cause = new RpcRequestError({ body: {}, error, url: "http://node.example/secret-key" })
  expect(summarizeError(new TransactionRejectedRpcError(cause))).toBe("Transaction creation failed. nonce too low")
})

test("any other error is reduced to its first line, so that no secret of a URL is shown", () => {
  expect(summarizeError(new Error("database is locked\nat http://node.example/secret-key"))).toBe("database is locked")
  expect(summarizeError("boom")).toBe("unknown")
})
