import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { concat, type Hex, keccak256, toHex } from "viem"
import { generatePrivateKey } from "viem/accounts"
import { z } from "zod"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"

const PrivateKey = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

const ChainKeys = z.object({ settlerPrivateKey: PrivateKey, faucetPrivateKey: PrivateKey })

/** Random keys of one sandbox, without value elsewhere. */
export type ChainKeys = { readonly settlerPrivateKey: Hex; readonly faucetPrivateKey: Hex }

/**
 * The keys of a state folder, made at the first start and readable by this user only. Without a folder: new ones each time.
 *
 * @throws {SandboxChainError} the key file is damaged; the message quotes no key
 */
export function loadChainKeys(stateDir?: string): ChainKeys {
  if (stateDir === undefined) return makeKeys()
  const file = join(stateDir, "chain-keys.json")
  if (existsSync(file)) return readKeys(file)
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  const keys = makeKeys()
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600, flag: "wx" })
  return keys
}

/** The key that signs and sends for sessions, in the sandbox. */
export function sessionKeyOf({ settlerPrivateKey }: Pick<ChainKeys, "settlerPrivateKey">): Hex {
  return keccak256(concat([settlerPrivateKey, toHex("signal402 sandbox sessions")]))
}

function makeKeys(): ChainKeys {
  return { settlerPrivateKey: generatePrivateKey(), faucetPrivateKey: generatePrivateKey() }
}

function readKeys(file: string): ChainKeys {
  try {
    return ChainKeys.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    throw new SandboxChainError(`"${file}" does not hold the sandbox's keys. Delete it and start with --fresh.`)
  }
}
