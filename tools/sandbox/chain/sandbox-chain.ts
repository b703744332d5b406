import type { Address, Hex } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { type Anvil, BASE_FEE_WEI, startAnvil } from "./anvil"
import { loadChainKeys, sessionKeyOf } from "./chain-keys"
import { readRunningPort, removeRunRecord, writeRunRecord } from "./chain-run"
import { removeState } from "./chain-state"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"
import { keepHeadFresh } from "./fresh-head"
import { provisionChain } from "./provision"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

export type SandboxChainOptions = {
  /** Absent or 0: any free port. */
  readonly port?: number
  /** Keeps chain and keys between runs. Absent: both are deleted at the end. */
  readonly stateDir?: string
  /** Begins a new chain in the state folder; its keys stay. */
  readonly fresh?: boolean
  /** Absent: a block per transaction, at once. */
  readonly blockTimeSeconds?: number
  /** Absent: `SANDBOX_USDC_ADDRESS`. */
  readonly usdcAddress?: Address
  /** Stops the chain when aborted. */
  readonly signal?: AbortSignal
}

export type SandboxChain = {
  readonly rpcUrl: string
  readonly pid: number
  readonly usdcAddress: Address
  readonly multicall3Address: Address
  readonly settlerAddress: Address
  readonly settlerPrivateKey: Hex
  /** The token's minter. */
  readonly faucetPrivateKey: Hex
  readonly sessionPrivateKey: Hex
  /** Settles when the chain has ended, for whatever reason. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/**
 * The embedded chain, ready for payments: started, provisioned, and kept in step with the clock.
 *
 * After a kill, it restarts from the last complete save, which is at most a few seconds old.
 *
 * @throws {SandboxChainError} the chain cannot start, or the chain of this folder is already running
 */
export async function startSandboxChain(options: SandboxChainOptions = {}): Promise<SandboxChain> {
  const { stateDir, fresh = false, usdcAddress, ...anvilOptions } = options
  const keys = loadChainKeys(stateDir)
  if (stateDir !== undefined) {
    await requireNotRunning(stateDir)
    if (fresh) removeState(stateDir)
  }
  const anvil = await startAnvil({ ...anvilOptions, ...(stateDir === undefined ? {} : { stateDir }) })
  const settlerAddress = privateKeyToAddress(keys.settlerPrivateKey)
  const sessionPrivateKey = sessionKeyOf(keys)
  try {
    if (stateDir !== undefined) writeRunRecord(stateDir, anvil)
    const provisioned = await provisionChain({
      rpcUrl: anvil.rpcUrl,
      settlerAddress,
      minterAddress: privateKeyToAddress(keys.faucetPrivateKey),
      sessionAddress: privateKeyToAddress(sessionPrivateKey),
      ...(usdcAddress === undefined ? {} : { usdcAddress }),
    })
    await lowerBaseFee(anvil.rpcUrl)
    const endBeat = await keepHeadFresh(anvil.rpcUrl)
    void anvil.exited.then(endBeat)
    const { rpcUrl, pid, exited } = anvil
    const stop = () => stopChain(anvil, stateDir)
    return { rpcUrl, pid, exited, ...provisioned, settlerAddress, ...keys, sessionPrivateKey, stop }
  } catch (cause) {
    await stopChain(anvil, stateDir)
    throw cause
  }
}

/** The saved chain of an earlier version may have a base fee at which nothing is sent, and would lower it by an eighth a block. */
async function lowerBaseFee(rpcUrl: string): Promise<void> {
  const client = sandboxClient(rpcUrl)
  const { baseFeePerGas } = await client.getBlock()
  if (baseFeePerGas === null || baseFeePerGas <= BASE_FEE_WEI) return
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE_WEI })
  await client.mine({ blocks: 1 })
}

async function stopChain(anvil: Anvil, stateDir: string | undefined): Promise<void> {
  await anvil.stop()
  if (stateDir !== undefined) removeRunRecord(stateDir)
}

async function requireNotRunning(stateDir: string): Promise<void> {
  const port = await readRunningPort(stateDir)
  if (port === null) return
  const message = `The sandbox chain of this state folder already runs on port ${port}.`
  throw new SandboxChainError(message, { details: { port } })
}
