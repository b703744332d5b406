import { z } from "zod"
import { Port, withDefault } from "@/lib/config/fields"
import { loadVariables } from "@/lib/config/load"
import { type SandboxChain, startSandboxChain } from "@/lib/sandbox/chain/sandbox-chain"
import { type Given, runCommand } from "./command"

const Variables = z.object({
  CHAIN_PORT: withDefault(Port, "8545").describe("where the local chain listens"),
  CHAIN_STATE_DIR: withDefault(z.string().min(1), ".signal402/chain").describe("keeps the chain between runs"),
})

const USAGE = `npm run chain [-- --fresh]      the sandbox's chain alone, until Ctrl-C

--fresh begins a new chain.`

const options = { fresh: { type: "boolean", default: false } } as const

async function main({ values }: Given<typeof options>): Promise<void> {
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

await runCommand(main, { usage: USAGE, options })
