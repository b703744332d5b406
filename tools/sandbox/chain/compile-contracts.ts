import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import solc from "solc"
import { z } from "zod"

export const CONTRACT_NAMES = [
  "SandboxUsdc",
  "Multicall3",
  "UniswapInterfaceMulticall",
  "SandboxBatchSettlement",
  "SandboxDepositCollector",
  "TestSmartWallet",
  "TestWalletFactory",
  "GasBurningFactory",
  "HostileWallet",
] as const

/** From the root of the project. */
export const ARTIFACTS_FOLDER = "tools/sandbox/chain/artifacts"

export type ContractName = (typeof CONTRACT_NAMES)[number]

/** The content of `artifacts/<name>.json`. `sourceHash` is SHA-256 over all source files, imports included. */
export type ContractArtifact = {
  readonly contract: ContractName
  readonly abi: readonly unknown[]
  readonly bytecode: `0x${string}`
  readonly compiler: string
  readonly settings: typeof SETTINGS
  readonly sourceHash: string
}

/** No metadata in the code: the same sources and compiler give the same bytes on every machine. */
const SETTINGS = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000 },
  metadata: { bytecodeHash: "none", appendCBOR: false },
} as const

const Output = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({ abi: z.array(z.unknown()), evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
      ),
    )
    .default({}),
  sources: z.record(z.string(), z.unknown()).default({}),
})

/** Compiles `contracts/*.sol` with the installed solc. Throws with the compiler's own message. */
export function compileContracts(): readonly ContractArtifact[] {
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(CONTRACT_NAMES.map((name) => [`${name}.sol`, { content: readSource(`${name}.sol`) }])),
    settings: { ...SETTINGS, outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } } },
  }
  const output = Output.parse(JSON.parse(String(solc.compile(JSON.stringify(input), { import: readImport }))))
  const fault = output.errors.find((error) => error.severity === "error")
  if (fault !== undefined) throw new Error(fault.formattedMessage)
  const sourceHash = hashSources(Object.keys(output.sources))
  return CONTRACT_NAMES.map((contract) => {
    const compiled = output.contracts[`${contract}.sol`]?.[contract]
    if (compiled === undefined) throw new Error(`${contract}.sol has no contract of that name.`)
    return {
      contract,
      abi: compiled.abi,
      bytecode: `0x${compiled.evm.bytecode.object}`,
      compiler: String(solc.version()),
      settings: SETTINGS,
      sourceHash,
    }
  })
}

/** The bytes of an artifact file. */
export function toArtifactText(artifact: ContractArtifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`
}

function readImport(path: string): { readonly contents: string } {
  return { contents: readSource(path) }
}

function hashSources(paths: readonly string[]): string {
  const hash = createHash("sha256")
  for (const path of paths.toSorted()) hash.update(`${path}\n${readSource(path)}\n`)
  return hash.digest("hex")
}

function readSource(path: string): string {
  const isPackage = path.startsWith("@")
  const file = isPackage
    ? createRequire(import.meta.url).resolve(path)
    : fileURLToPath(new URL(`./contracts/${path}`, import.meta.url))
  return readFileSync(file, "utf8")
}
