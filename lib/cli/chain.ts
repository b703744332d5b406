import { parseArgs } from "node:util"
import { z } from "zod"
import { Port, withDefault } from "@/lib/config/fields"
import { loadVariables } from "@/lib/config/load"
import { type SandboxChain, startSandboxChain } from "@/lib/sandbox/chain/sandbox-chain"

const Variables = z.object({
  CHAIN_PORT: withDefault(Port, "8545").describe("where the local chain listens"),
  CHAIN_STATE_DIR: withDefault(z.string().min(1), ".signal402/chain").describe("keeps the chain between runs"),
})

/** `npm run chain [-- --fresh]`: the sandbox chain alone, until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } })
  const { CHAIN_PORT: port, CHAIN_STATE_DIR: stateDir } = loadVariables(Variables)
  const chain = await startSandboxChain({ port, stateDir, fresh: values.fresh })
  const stop = () => void chain.stop()
  process.once("SIGINT", stop).once("SIGTERM", stop)
  printChain(chain, stateDir)
  await chain.exited
}

function printChain({ rpcUrl, usdcAddress, settlerAddress }: SandboxChain, stateDir: string): void {
  console.log("Sandbox chain: chain id 8453 as on Base, on this machine only, no real money.")
  console.log(`  RPC      ${rpcUrl}`)
  console.log(`  USDC     ${usdcAddress}`)
  console.log(`  Settler  ${settlerAddress}`)
  console.log(`  State    ${stateDir} (--fresh begins a new chain)`)
  console.log("Ctrl-C stops it.")
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
