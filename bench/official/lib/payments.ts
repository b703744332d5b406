import { x402Facilitator } from "@x402/core/facilitator"
import { type FacilitatorClient, x402ResourceServer } from "@x402/core/server"
import { toFacilitatorEvmSigner } from "@x402/evm"
import { ExactEvmScheme as ExactEvmFacilitator } from "@x402/evm/exact/facilitator"
import { ExactEvmScheme } from "@x402/evm/exact/server"
import { BatchSettlementEvmScheme as BatchSettlementEvmFacilitator } from "@x402/evm/batch-settlement/facilitator"
import { BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/server"
import { createClient, http, nonceManager, publicActions, walletActions } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { base } from "viem/chains"

export const NETWORK = "eip155:8453"

/** The official server with a facilitator in the same process: no HTTP hop between them. */
export function paymentServer(): x402ResourceServer {
  const signer = settler()
  const authorizer = privateKeyToAccount(setting("SETTLER_PRIVATE_KEY"))
  const facilitator = new x402Facilitator()
    .register(NETWORK, new ExactEvmFacilitator(signer))
    .register(NETWORK, new BatchSettlementEvmFacilitator(signer, authorizer))
  const client: FacilitatorClient = {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    // Both sides know the shape; the declared types differ in how they write the network.
    getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient["getSupported"]>>,
  }
  // Its channels are in memory, which is the fastest of its stores. Ours are on disk before the answer leaves.
  const sessions = new BatchSettlementEvmScheme(setting("PAY_TO"), { receiverAuthorizerSigner: authorizer })
  // As often as the sandbox of the benchmark claims.
  const times = { claimIntervalSecs: 10, settleIntervalSecs: 10 }
  sessions.createChannelManager(client, NETWORK, setting("USDC_ADDRESS")).start(times)
  return new x402ResourceServer(client).register(NETWORK, new ExactEvmScheme()).register(NETWORK, sessions)
}

function settler() {
  const key = setting("SETTLER_PRIVATE_KEY")
  // Without viem's nonce manager, parallel settlements collide on the account's nonce.
  const account = privateKeyToAccount(key, { nonceManager })
  const transport = http(setting("RPC_URL"))
  const client = createClient({ account, chain: base, transport, pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
  return toFacilitatorEvmSigner({
    address: account.address,
    getCode: (args) => client.getCode(args),
    readContract: (args) => client.readContract({ ...args, args: args.args ?? [] }),
    verifyTypedData: (args) => client.verifyTypedData(args as Parameters<typeof client.verifyTypedData>[0]),
    writeContract: (args) => client.writeContract(args),
    sendTransaction: (args) => client.sendTransaction(args),
    waitForTransactionReceipt: (args) => client.waitForTransactionReceipt(args),
  })
}

export function setting(name: string): `0x${string}` {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set; bench/payments.bench.ts sets it.`)
  return value as `0x${string}`
}
