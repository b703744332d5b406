import { join } from "node:path"
import { CommandEnv } from "@/lib/config/command-variables"
import { loadVariables } from "@/lib/config/load"
import { Env } from "@/lib/config/variables"
import { type SandboxChain, startSandboxChain } from "@/lib/sandbox/chain/sandbox-chain"
import { type CommandArgs, runCommand } from "./command"

const Variables = Env.pick({ DATA_DIR: true }).extend(CommandEnv.pick({ CHAIN_PORT: true }).shape)

const USAGE = `npm run chain [-- --fresh]      the sandbox's chain alone, until Ctrl-C

--fresh begins a new chain; the ledger beside it stays, with sales that are on no chain any more: npm run demo -- --fresh forgets
both. CHAIN_PORT (8545) says where it listens, DATA_DIR (.signal402) below which it keeps its state, as for npm run demo, which
then uses this chain.`

const options = { fresh: { type: "boolean", default: false } } as const

async function main({ values }: CommandArgs<typeof options>): Promise<void> {
  const { CHAIN_PORT: port, DATA_DIR: dataDir } = loadVariables(Variables)
  const stateDir = join(dataDir, "chain")
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
