import { type Client, getAbiItem } from "viem"
import { getLogs } from "viem/actions"
import { usdcAbi } from "./usdc-abi"

/** Nodes cap the range of one `eth_getLogs`; 2,000 blocks pass at all public ones of Base. */
const BLOCKS_PER_READ = 2_000n

type Incoming = {
  readonly usdc: `0x${string}`
  readonly payTo: `0x${string}`
  readonly fromBlock: bigint
  /** Included. */
  readonly toBlock: bigint
}

/** Every transfer of the token to the payee within a range of blocks, oldest first. */
export async function incomingTransfers(client: Client, { usdc, payTo, fromBlock, toBlock }: Incoming) {
  const transfers: {
    readonly transaction: `0x${string}`
    readonly from: `0x${string}`
    readonly value: bigint
    readonly blockNumber: number
  }[] = []
  for (let from = fromBlock; from <= toBlock; from += BLOCKS_PER_READ) {
    const last = from + BLOCKS_PER_READ - 1n
    const logs = await getLogs(client, {
      address: usdc,
      event: getAbiItem({ abi: usdcAbi, name: "Transfer" }),
      args: { to: payTo },
      fromBlock: from,
      toBlock: last < toBlock ? last : toBlock,
      strict: true,
    })
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
