import { type Abi, decodeFunctionData } from "viem"
import { expect, test } from "vitest"
import sandboxBatchSettlement from "@/tools/sandbox/chain/artifacts/SandboxBatchSettlement.json"
import { openedSession } from "@/tools/testing/client/session-fixtures"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { parseKeptChannel, withdrawalCall } from "./withdrawal"

const { id, config } = openedSession(2_000_000n)
const abi = sandboxBatchSettlement.abi as Abi

test("the wallet starts a withdrawal of everything unclaimed, and finishes it after the delay", () => {
  const start = withdrawalCall({ id, config, unclaimed: 1_950_000n, withdrawal: null })
  expect(start.to).toBe(BATCH_SETTLEMENT)
  expect(decodeFunctionData({ abi, data: start.data })).toMatchObject({
    functionName: "initiateWithdraw",
    args: [config, 1_950_000n],
  })
  const finish = withdrawalCall({ id, config, unclaimed: 0n, withdrawal: { amount: 1n, payableAtMs: 0 } })
  expect(decodeFunctionData({ abi, data: finish.data })).toMatchObject({
    functionName: "finalizeWithdraw",
    args: [config],
  })
})

test("an exported session is parsed on another device, and other texts are refused", () => {
  expect(parseKeptChannel(JSON.stringify(config))).toEqual(config)
  for (const text of ["", "{}", "null", JSON.stringify({ ...config, withdrawDelay: 1 }), "0x12"]) {
    expect(parseKeptChannel(text)).toBeNull()
  }
})
