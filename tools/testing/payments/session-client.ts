import { BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/client"
import { x402Client } from "@x402/fetch"
import { createPublicClient, http } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { base } from "viem/chains"
import type { Payer } from "./x402-payer"

/** The official client that pays from a session of its own, at a running sandbox. */
export function sessionClient(origin: string, { account }: Payer) {
  const node = createPublicClient({ chain: base, transport: http(`${origin}/api/sandbox/rpc`) })
  const readContract = (call: Parameters<typeof node.readContract>[0]) => node.readContract(call)
  const scheme = new BatchSettlementEvmScheme(Object.assign({}, account, { readContract }) as never, {
    voucherSigner: privateKeyToAccount(generatePrivateKey()),
    salt: generatePrivateKey(),
  })
  const client = x402Client.fromConfig({
    schemes: [{ network: "eip155:8453", client: scheme }],
    spendControls: { allowedAssets: true },
  })
  return { scheme, client }
}
