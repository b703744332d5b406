import { rmSync } from "node:fs"
import { join } from "node:path"
import { hashMessage } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { digestSigner, keccak256 } from "@/lib/x402/chain/crypto"
import { ownershipMessage } from "@/lib/server/config/ownership-proof"
import { loadChainKeys, sessionKeyOf } from "@/tools/sandbox/chain/chain-keys"
import { readRunningPort } from "@/tools/sandbox/chain/chain-run"
import { CANONICAL_USDC_ADDRESS, SANDBOX_USDC_ADDRESS } from "@/lib/sandbox/chain/contracts"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"
import { isProvisioned } from "@/tools/sandbox/chain/provision"
import { startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"

export type SandboxEnvironment = {
  /** Variables that the server of this sandbox needs, on top of its own environment. */
  readonly variables: Readonly<Record<string, string>>
  readonly rpcUrl: string
  stop(): Promise<void>
}

export type SandboxEnvironmentOptions = {
  readonly dataDir: string
  readonly origin: string
  /** Deletes chain, balances and ledger together, because they must agree. */
  readonly fresh: boolean
  /** The play token has the address of real USDC. Default false. */
  readonly canonicalUsdc?: boolean
  /** As Base has: 2. Absent: a block per transaction, at once. */
  readonly blockTimeSeconds?: number
}

/** The chain of this data folder: the running chain of `npm run chain`, or a new chain that ends with this process. */
export async function openSandbox(options: SandboxEnvironmentOptions): Promise<SandboxEnvironment> {
  const { dataDir, origin, fresh, blockTimeSeconds } = options
  const usdcAddress = options.canonicalUsdc ? CANONICAL_USDC_ADDRESS : SANDBOX_USDC_ADDRESS
  const stateDir = join(dataDir, "chain")
  const port = await readRunningPort(stateDir)
  if (port !== null && fresh) {
    throw new Error(
      `The chain of ${stateDir} runs on port ${port}: stop it first, it cannot be forgotten while it runs.`,
    )
  }
  if (port !== null) return attach(port, { stateDir, dataDir, origin, usdcAddress })
  if (fresh) deleteLedger(dataDir)
  const chain = await startSandboxChain({
    stateDir,
    fresh,
    usdcAddress,
    ...(blockTimeSeconds !== undefined && { blockTimeSeconds }),
  })
  const { rpcUrl } = chain
  return {
    rpcUrl,
    variables: variablesFor({ stateDir, dataDir, origin, rpcUrl, usdcAddress }),
    stop: () => chain.stop(),
  }
}

function deleteLedger(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(dataDir, `sandbox.db${suffix}`), { force: true })
}

/** @throws {SandboxChainError} another chain uses the port: its process has the reused id of the ended chain */
async function attach(port: number, sandbox: Omit<Sandbox, "rpcUrl">): Promise<SandboxEnvironment> {
  const { stateDir } = sandbox
  const rpcUrl = `http://127.0.0.1:${port}`
  const minterAddress = privateKeyToAddress(loadChainKeys(stateDir).faucetPrivateKey)
  if (!(await isProvisioned({ rpcUrl, minterAddress }))) {
    const message = `What answers on port ${port} is not the chain of ${stateDir}, which was there before: stop it.`
    throw new SandboxChainError(message, { details: { port } })
  }
  return { rpcUrl, variables: variablesFor({ ...sandbox, rpcUrl }), stop: () => Promise.resolve() }
}

type Sandbox = {
  readonly stateDir: string
  readonly dataDir: string
  readonly origin: string
  readonly rpcUrl: string
  readonly usdcAddress: string
}

function variablesFor(sandbox: Sandbox): Record<string, string> {
  const { settlerPrivateKey, faucetPrivateKey } = loadChainKeys(sandbox.stateDir)
  return {
    MODE: "sandbox",
    PUBLIC_ORIGIN: sandbox.origin,
    DATA_DIR: sandbox.dataDir,
    RPC_URL: sandbox.rpcUrl,
    USDC_ADDRESS: sandbox.usdcAddress,
    SANDBOX_CANONICAL_USDC: String(sandbox.usdcAddress === CANONICAL_USDC_ADDRESS),
    PAY_TO: privateKeyToAddress(settlerPrivateKey),
    OWNERSHIP_PROOF: digestSigner(settlerPrivateKey).sign(hashMessage(ownershipMessage(sandbox.origin))),
    SETTLER_PRIVATE_KEY: settlerPrivateKey,
    FAUCET_PRIVATE_KEY: faucetPrivateKey,
    SESSION_PRIVATE_KEY: sessionKeyOf({ settlerPrivateKey }),
    // A separate key with the lifetime of the sandbox.
    RECEIPT_PRIVATE_KEY: keccak256(settlerPrivateKey),
    VAPID_PRIVATE_KEY: keccak256(keccak256(settlerPrivateKey)),
    MPP_SECRET_KEY: keccak256(keccak256(keccak256(settlerPrivateKey))),
  }
}
