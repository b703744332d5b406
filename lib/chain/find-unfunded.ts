import type { Client } from "viem"
import type { Authorization } from "./authorization"
import { readState } from "./multicall"
import { balanceCall, isWord, SHARE_OF_GAS, wordOf } from "./preflight"
import { authorizationStateCall, transferCall } from "./transfer-methods"

/**
 * Simulates transfers in their order on the pending state: the newest block and the transactions that the node expects
 * in the next one. Returns for each transfer whether it would fail because its payer does not have the money. A
 * transfer whose nonce is used is not among them, because another sender may have submitted it. Rejects when the node
 * cannot simulate on the pending state.
 */
export async function findUnfunded(
  client: Client,
  usdc: `0x${string}`,
  proofs: readonly Authorization[],
): Promise<readonly boolean[]> {
  const payers = [...new Set(proofs.map(({ from }) => from))]
  // All reads come before the first transfer, because a transfer changes what a later read returns.
  const calls = [
    ...payers.map((payer) => balanceCall(usdc, payer)),
    ...proofs.map((proof) => authorizationStateCall(usdc, proof)),
    ...proofs.map((proof) => transferCall(usdc, proof)),
  ]
  const gas = SHARE_OF_GAS * (proofs.length + 1)
  const results = await readState(client, calls, { gas, attempts: 1, block: "pending" })
  const balances = new Map(payers.map((payer, index) => [payer, results[index]]))
  const spent = new Map<string, bigint>()
  return proofs.map((proof, index) => {
    const state = results[payers.length + index]
    const balance = balances.get(proof.from)
    if (!isWord(state) || !isWord(balance)) return false
    const earlier = spent.get(proof.from) ?? 0n
    if (results[payers.length + proofs.length + index]?.success === true) {
      spent.set(proof.from, earlier + proof.value)
      return false
    }
    return wordOf(state) === 0n && wordOf(balance) - earlier < proof.value
  })
}
