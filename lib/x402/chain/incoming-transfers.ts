import { type Client, getAbiItem } from "viem"
import { getLogs } from "viem/actions"
import { type BlockRange, pagesUp, readLogs } from "./log-pages"
import { usdcAbi } from "./usdc-contract"

type Incoming = BlockRange & { readonly usdc: `0x${string}`; readonly payTo: `0x${string}` }

/** Every transfer of the token to the payee within a range of blocks, oldest first. */
export async function incomingTransfers(client: Client, { usdc, payTo, fromBlock, toBlock }: Incoming) {
  const transfers: {
    readonly transaction: `0x${string}`
    readonly from: `0x${string}`
    readonly value: bigint
    readonly blockNumber: number
  }[] = []
  for (const page of pagesUp({ fromBlock, toBlock })) {
    const logs = await readLogs(page, (range) =>
      getLogs(client, {
        address: usdc,
        event: getAbiItem({ abi: usdcAbi, name: "Transfer" }),
        args: { to: payTo },
        ...range,
        strict: true,
      }),
    )
    for (const { transactionHash, args, blockNumber } of logs) {
      transfers.push({
        transaction: transactionHash,
        from: args.from,
        value: args.value,
        blockNumber: Number(blockNumber),
      })
    }
  }
  return transfers
}
