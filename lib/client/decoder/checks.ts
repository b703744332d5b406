import { checksumAddress } from "viem"
import { type Checked, type DecodeContext, error, type Finding, isObject, warning } from "./field"
import { KNOWN_TOKENS, networkById, networkByName, type Token } from "./networks"

export type Version = 1 | 2

const MAX_UINT256 = 2n ** 256n - 1n
const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000"
/** Official clients of version 1 and 2 refuse more unless they are told to. */
const V1_CLIENT_LIMIT_USD = 0.1
const V2_CLIENT_LIMIT_USD = 1
const DAY_SECONDS = 86_400

export function text(value: unknown): Checked {
  return typeof value === "string" ? {} : { findings: [error("Must be a string.")] }
}

export function object(value: unknown): Checked {
  return isObject(value) ? {} : { findings: [error("Must be an object.")] }
}

/** The CAIP-2 id of a network named in either version; `null` if it is neither. */
export function networkId(value: unknown): string | null {
  if (typeof value !== "string") return null
  return networkByName(value)?.id ?? (value.includes(":") ? value : null)
}

export function checkNetwork(value: unknown, version: Version): Checked {
  if (typeof value !== "string") {
    const hint = typeof value === "number" ? ` Write "eip155:${value}".` : ""
    return { findings: [error(`Must be a string.${hint}`)] }
  }
  return version === 1 ? checkV1Network(value) : checkV2Network(value)
}

function checkV1Network(value: string): Checked {
  const found = networkByName(value)
  if (found) {
    const findings = value === found.v1 ? [] : [error(`Version 1 names are lower case: "${found.v1}".`)]
    return { says: `${found.title}.`, findings }
  }
  if (!value.includes(":"))
    return { findings: [warning("No version 1 network of the official packages has this name.")] }
  const name = networkById(value)?.v1
  const hint = name == null ? "" : ` Version 1 calls it "${name}".`
  return { findings: [error(`This is a version 2 network id.${hint} Version 1 clients refuse the whole answer.`)] }
}

function checkV2Network(value: string): Checked {
  const named = networkByName(value)
  if (named)
    return { says: `${named.title}.`, findings: [error(`This is a version 1 name. Version 2 writes "${named.id}".`)] }
  if (/^\d+$/.test(value)) return { findings: [error(`A chain id alone is no CAIP-2 id. Write "eip155:${value}".`)] }
  if (/^eip155:/i.test(value)) return checkEip155(value)
  const found = networkById(value)
  if (found) return { says: networkText(found) }
  if (/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value)) {
    return { findings: [warning("A valid CAIP-2 id of a network that the official packages do not name.")] }
  }
  return { findings: [error('Must be a CAIP-2 id such as "eip155:8453".')] }
}

function checkEip155(value: string): Checked {
  const chain = value.slice("eip155:".length)
  if (/^0x[0-9a-f]+$/i.test(chain) && chain.length <= 18) {
    return { findings: [error(`The chain id must be decimal: "eip155:${BigInt(chain)}".`)] }
  }
  const named = networkByName(chain)
  if (named) return { findings: [error(`The chain id must be a number: "${named.id}".`)] }
  if (!value.startsWith("eip155:")) return { findings: [error('The namespace is lower case: "eip155".')] }
  if (!/^[1-9]\d{0,31}$/.test(chain))
    return { findings: [error('After "eip155:" comes a chain id without leading zeros.')] }
  const found = networkById(value)
  if (found) return { says: networkText(found) }
  return { findings: [warning("An EVM chain that the official packages do not name.")] }
}

function networkText({ title, isTest }: { readonly title: string; readonly isTest: boolean }): string {
  return isTest ? `${title}, a test network: its tokens are worth nothing.` : `${title}.`
}

/** The token at an address, if it is known. */
export function tokenAt(address: unknown, network: unknown, { tokens }: DecodeContext): Token | null {
  const id = networkId(network)
  return [...tokens, ...KNOWN_TOKENS].find((one) => one.network === id && isSame(one.address, address)) ?? null
}

function isSame(a: string, b: unknown): boolean {
  return typeof b === "string" && a.toLowerCase() === b.toLowerCase()
}

/** An amount in the token's smallest unit. */
export function checkAmount(value: unknown, token: Token | null, version: Version | null): Checked {
  if (typeof value === "number") {
    return { findings: [error(`Must be a string of digits, not a number: "${String(value)}".`)] }
  }
  if (typeof value !== "string") return { findings: [error("Must be a string of digits.")] }
  if (/^\$?\d*\.\d+$/.test(value)) {
    return { findings: [error("Must be whole atomic units. With 6 decimals, $0.05 is 50000.")] }
  }
  if (/^0x/i.test(value)) return { findings: [error("Must be decimal digits, not hexadecimal.")] }
  if (!/^\d{1,78}$/.test(value))
    return { findings: [error("Must be a string of decimal digits without sign or space.")] }
  const amount = BigInt(value)
  if (amount > MAX_UINT256) return { findings: [error("Does not fit in a uint256.")] }
  const findings: Finding[] = []
  if (amount === 0n) findings.push(warning("Zero: nothing would be paid."))
  if (value.length > 1 && value.startsWith("0"))
    findings.push(warning("Leading zeros: some clients compare it as text."))
  if (token === null) return { findings }
  const units = Number(amount) / 10 ** token.decimals
  const says = `${units.toLocaleString("en-US", { maximumFractionDigits: token.decimals })} ${token.symbol}.`
  const limit = version === 1 ? V1_CLIENT_LIMIT_USD : V2_CLIENT_LIMIT_USD
  if (version !== null && units > limit) {
    findings.push(warning(`Official version ${version} clients refuse more than $${limit.toFixed(2)} by default.`))
  }
  return { says, findings }
}

/** An address of the network's form. */
export function checkAddress(value: unknown, network: unknown): Checked {
  if (typeof value !== "string") return { findings: [error("Must be a string.")] }
  if (networkId(network)?.startsWith("solana:")) {
    const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
    return isBase58 ? {} : { findings: [error("Must be a Solana address: 32 to 44 letters and digits in base58.")] }
  }
  if (!/^0x[0-9a-fA-F]{40}$/.test(value))
    return { findings: [error("Must be an address: 0x and 40 hexadecimal digits.")] }
  if (value.toLowerCase() === ZERO_ADDRESS) return { findings: [error("The zero address: the money would be lost.")] }
  const digits = value.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
    return { says: "It carries no checksum, so a typing error would not be noticed." }
  }
  const right = checksumAddress(value.toLowerCase() as `0x${string}`)
  if (right === value) return { says: "Its checksum (EIP-55) is right." }
  return { findings: [error("Its checksum (EIP-55) is wrong: a digit or a letter's case was changed.")] }
}

export function checkAsset(value: unknown, network: unknown, context: DecodeContext): Checked {
  const form = checkAddress(value, network)
  if (form.findings?.length) return form
  const token = tokenAt(value, network, context)
  if (token) return { says: `${token.symbol}, ${token.decimals} decimals.` }
  const elsewhere = KNOWN_TOKENS.find(({ address }) => isSame(address, value))
  if (elsewhere) {
    const where = networkById(elsewhere.network)?.title ?? elsewhere.network
    return { findings: [error(`This is ${elsewhere.symbol} of ${where}, not of the network above.`)] }
  }
  return { findings: [warning("Unknown token: compare its address and decimals before paying.")] }
}

export function checkTimeout(value: unknown): Checked {
  if (typeof value !== "number") return { findings: [error("Must be a number of seconds, without quotes.")] }
  if (!Number.isInteger(value)) return { findings: [error("Must be a whole number of seconds.")] }
  if (value <= 0) return { findings: [error("Zero or less: every payment has expired before it arrives.")] }
  if (value < 10) return { findings: [warning("Too short for a person who reads the wallet's prompt.")] }
  if (value > DAY_SECONDS) return { findings: [warning("Longer than a day: a lost authorization stays chargeable.")] }
  return { says: `${value} s.` }
}

/** An absolute URL without its secrets in the text. */
export function checkUrl(value: unknown): Checked {
  if (typeof value !== "string") return { findings: [error("Must be a string.")] }
  const url = urlOf(value)
  if (url === null) return { findings: [error("Must be an absolute URL: version 1 clients refuse a path.")] }
  const isLocal = url.hostname === "localhost" || url.hostname === "127.0.0.1"
  if (url.protocol === "http:" && !isLocal)
    return { findings: [warning("Plain http: anyone on the way can change the terms.")] }
  return {}
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

export function checkHash(value: unknown): Checked {
  return typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value)
    ? {}
    : { findings: [error("Must be 32 bytes: 0x and 64 hexadecimal digits.")] }
}

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export function checkSignature(value: unknown): Checked {
  if (typeof value !== "string" || !/^0x([0-9a-fA-F]{2})+$/.test(value)) {
    return { findings: [error("Must be hexadecimal bytes after 0x.")] }
  }
  const bytes = value.length / 2 - 1
  if (bytes === 64) return { findings: [warning("64 bytes, the compact form (EIP-2098): USDC does not take it.")] }
  if (bytes < 64) return { findings: [error(`${bytes} bytes: too short for a signature.`)] }
  if (bytes > 65)
    return { says: `${bytes} bytes: of a smart wallet (ERC-1271 or ERC-6492). Only the chain can check it.` }
  if (BigInt(`0x${value.slice(66, 130)}`) > HALF_ORDER) {
    return { findings: [error("Its s is in the upper half: USDC refuses it as malleable.")] }
  }
  const last = Number.parseInt(value.slice(130), 16)
  if (last !== 27 && last !== 28)
    return { findings: [warning("Its last byte is not 27 or 28, so USDC refuses it as it is.")] }
  return { says: "65 bytes: r, s and v of an ordinary wallet." }
}

/** A Unix time in seconds, as a string of digits. */
export function secondsOf(value: unknown): number | null {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : null
}

export function checkSeconds(value: unknown): Checked {
  if (typeof value === "number") return { findings: [error("Must be a string of digits, not a number.")] }
  const seconds = secondsOf(value)
  if (seconds === null) {
    const isHuge = typeof value === "string" && /^\d{1,78}$/.test(value)
    return isHuge
      ? { findings: [warning("Never within a lifetime.")] }
      : { findings: [error("Must be Unix seconds in digits.")] }
  }
  if (seconds === 0) return { says: "Any time." }
  if (seconds > 9_999_999_999) return { findings: [error("These are milliseconds. The contract counts seconds.")] }
  return { says: `${new Date(seconds * 1_000).toISOString().replace(".000Z", " UTC").replace("T", " ")}.` }
}
