import { PERMIT2_ADDRESS } from "@x402/evm"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { x402Client } from "@x402/fetch"
import { createWalletClient, erc20Abi, http, maxUint256, publicActions } from "viem"
import { sandboxChain } from "@/lib/sandbox/chain/sandbox-client"
import { drip, type Payer } from "./payer"
import { readTerms } from "./terms"

/** The official version 2 client of a payer who prefers Permit2. */
export function permit2Client({ account }: Payer): x402Client {
  return x402Client.fromConfig({
    schemes: [{ network: "eip155:8453", client: new ExactEvmScheme(account) }],
    spendControls: { allowedAssets: true },
    paymentRequirementsSelector: (_, accepts) => {
      const permitted = accepts.find(({ extra }) => extra["assetTransferMethod"] === "permit2")
      if (permitted === undefined) throw new Error("Permit2 is not offered.")
      return permitted
    },
  })
}

/** The one transaction that Permit2 needs, sent as a wallet sends it: with the payer's own gas, over the public node. */
export async function approvePermit2(origin: string, { address, account }: Payer, amount = maxUint256): Promise<void> {
  await drip(origin, { address, withGas: true })
  const { asset } = await readTerms(origin)
  const transport = http(`${origin}/api/sandbox/rpc`)
  const client = createWalletClient({ account, chain: sandboxChain, transport }).extend(publicActions)
  const call = { address: asset, abi: erc20Abi, functionName: "approve" } as const
  await client.waitForTransactionReceipt({
    hash: await client.writeContract({ ...call, args: [PERMIT2_ADDRESS, amount] }),
  })
}
