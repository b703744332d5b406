import { join } from "node:path"
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts"
import { CommandEnv } from "@/lib/server/config/command-variables"
import { loadVariables } from "@/lib/server/config/load"
import { Env } from "@/lib/server/config/variables"
import { CANONICAL_USDC_ADDRESS } from "@/lib/sandbox/chain/contracts"
import { createFaucet } from "@/lib/sandbox/chain/faucet"
import { type SandboxChain, startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { type CommandArgs, runCommand } from "./command"

const Variables = Env.pick({ DATA_DIR: true }).extend(CommandEnv.pick({ CHAIN_PORT: true }).shape)

const USAGE = `npm run chain [-- --fresh] [--rehearsal]      a local chain alone, until Ctrl-C

--fresh begins a new chain; the ledger beside it stays, with sales that are on no chain any more: npm run demo -- --fresh forgets
both. CHAIN_PORT (8545) says where it listens, DATA_DIR (.signal402) below which it keeps its state, as for npm run demo, which
then uses this chain.

--rehearsal is for a server in live mode: blocks of two seconds, and a stand-in for USDC at its address on Base. The chain keeps its
state in DATA_DIR/rehearsal and prints the variables of the server, and the key of a payer with 10 USDC. These keys must never
hold real money.`

const options = {
  fresh: { type: "boolean", default: false },
  rehearsal: { type: "boolean", default: false },
} as const

const BLOCK_TIME_S = 2

async function main({ values: { fresh, rehearsal } }: CommandArgs<typeof options>): Promise<void> {
  const { CHAIN_PORT: port, DATA_DIR: dataDir } = loadVariables(Variables)
  const stateDir = join(dataDir, rehearsal ? "rehearsal" : "chain")
  const live = { blockTimeSeconds: BLOCK_TIME_S, usdcAddress: CANONICAL_USDC_ADDRESS }
  const chain = await startSandboxChain({ port, stateDir, fresh, ...(rehearsal && live) })
  const stop = () => void chain.stop()
  process.once("SIGINT", stop).once("SIGTERM", stop)
  if (rehearsal) await printRehearsal(chain)
  else printChain(chain, stateDir)
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

/** The payee's key is the faucet's, so that refunds can be rehearsed too. */
async function printRehearsal(chain: SandboxChain): Promise<void> {
  const { rpcUrl, usdcAddress, faucetPrivateKey, settlerPrivateKey, sessionPrivateKey } = chain
  const payer = generatePrivateKey()
  const faucet = createFaucet({ rpcUrl, usdcAddress, faucetPrivateKey, clock: Date.now })
  await faucet.drip(privateKeyToAddress(payer))
  console.log("# The server, in live mode:")
  console.log("MODE=live")
  console.log(`RPC_URL=${rpcUrl}`)
  console.log(`PAY_TO=${privateKeyToAddress(faucetPrivateKey)}`)
  console.log(`SETTLER_PRIVATE_KEY=${settlerPrivateKey}`)
  console.log("SESSIONS=on")
  console.log(`SESSION_PRIVATE_KEY=${sessionPrivateKey}`)
  console.log("# A payer with 10 USDC, and the key for refunds:")
  console.log(`# KEY=${payer}`)
  console.log(`# PAYEE_PRIVATE_KEY=${faucetPrivateKey}`)
  console.error("Local chain with chain id 8453, blocks of two seconds, no real money. Ctrl-C stops it.")
}

await runCommand(main, { usage: USAGE, options })
