import { type Client, getAbiItem, zeroAddress } from "viem"
import { getBlockNumber, getLogs } from "viem/actions"
import { usdcAbi } from "./usdc-contract"

/** About an hour of Base, in one read. All public nodes accept this range. */
const BLOCKS = 2_000n

/**
 * The address that the payer's money came from: the sender of the largest transfer to it in the last hour, because a payer can
 * have small amounts sent by anybody. `null`: there was none, or the token minted it.
 */
export async function fundingSource(
  client: Client,
  usdc: `0x${string}`,
  payer: `0x${string}`,
): Promise<`0x${string}` | null> {
  const newest = await getBlockNumber(client)
  const logs = await getLogs(client, {
    address: usdc,
    event: getAbiItem({ abi: usdcAbi, name: "Transfer" }),
    args: { to: payer },
    fromBlock: newest > BLOCKS ? newest - BLOCKS : 0n,
    toBlock: newest,
    strict: true,
  })
  const [first, ...others] = logs.map(({ args }) => args)
  if (first === undefined) return null
  const largest = others.reduce((most, one) => (one.value > most.value ? one : most), first)
  return largest.from === zeroAddress ? null : largest.from
}
