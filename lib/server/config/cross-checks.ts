import { privateKeyToAddress } from "viem/accounts"
import { facilitatorProblems } from "./facilitator-env"
import { isLoopback } from "./fields"
import { isCircleUsdc } from "./networks"
import { ownershipMessage, provesOwnership } from "./ownership-proof"
import { sessionProblems } from "./session-env"
import type { Variables } from "./variables"

/** Conflicts between valid variables. The messages contain names and never values. */
export function problemsOf(env: Variables, isReader: boolean): readonly string[] {
  return [
    ...missing(env, isReader),
    ...payeeIsToken(env),
    ...sharedKeys(env),
    ...invalidProof(env),
    ...unescaped(env),
    ...unsigned(env),
    ...(isReader ? [] : facilitatorProblems(env)),
    ...(isReader ? [] : sessionProblems(env)),
    ...(env.MODE === "live" ? liveProblems(env) : sandboxProblems(env)),
  ]
}

function missing(env: Variables, isReader: boolean): readonly string[] {
  const live = env.MODE === "live"
  const where = live ? "in live mode" : "in the sandbox (npm run demo and npm run dev set it)"
  const names = [
    ...(["RPC_URL", "PAY_TO"] as const),
    ...(env.FACILITATOR_URL === undefined && !isReader ? (["SETTLER_PRIVATE_KEY"] as const) : []),
    ...(live ? [] : (["USDC_ADDRESS"] as const)),
  ]
  return names.filter((name) => env[name] === undefined).map((name) => `${name}: required ${where}`)
}

/** Money that is sent to the token contract is lost. */
function payeeIsToken(env: Variables): readonly string[] {
  const isToken = (address: string) => isCircleUsdc(address) || address === env.USDC_ADDRESS
  return env.PAY_TO !== undefined && isToken(env.PAY_TO) ? ["PAY_TO: is the token's own address, not a payee's"] : []
}

/** Each key has one purpose, so that one that leaks does harm to one thing only, and no two senders use the same nonces. */
function sharedKeys(env: Variables): readonly string[] {
  const purposes = keysByPurpose(env)
  return purposes.flatMap(({ name, keys }, index) => {
    const other = purposes.slice(0, index).find((earlier) => keys.some((key) => earlier.keys.includes(key)))
    return other === undefined ? [] : [`${name}: is a key of ${other.name}. Use one of its own`]
  })
}

/** Private keys in lower case. */
function keysByPurpose(env: Variables): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  const settlers = [env.SETTLER_PRIVATE_KEY, ...(env.SETTLER_PRIVATE_KEYS ?? [])]
  const all = {
    SETTLER_PRIVATE_KEY: settlers,
    SESSION_PRIVATE_KEY: [env.SESSION_PRIVATE_KEY],
    RECEIPT_PRIVATE_KEY: [env.RECEIPT_PRIVATE_KEY],
    MPP_SECRET_KEY: [env.MPP_SECRET_KEY],
    VAPID_PRIVATE_KEY: [env.VAPID_PRIVATE_KEY],
    FAUCET_PRIVATE_KEY: [env.FAUCET_PRIVATE_KEY],
  }
  return Object.entries(all).map(([name, keys]) => ({
    name,
    keys: keys.flatMap((key) => (key === undefined ? [] : [key.toLowerCase()])),
  }))
}

/** Whoever reads the key of an account on this machine must not get the income. In the sandbox the money is play money. */
function payeeIsHot(env: Variables): readonly string[] {
  const payTo = env.PAY_TO?.toLowerCase()
  const hot = keysByPurpose(env).find(({ keys }) =>
    keys.some((key) => privateKeyToAddress(`0x${key.slice(2)}`).toLowerCase() === payTo),
  )
  return hot === undefined
    ? []
    : [`PAY_TO: is the account of ${hot.name}, whose key is on this machine. Use an address of its own`]
}

/** Indexers verify the signature with the requested origin and the payee of a 402. */
function invalidProof({ OWNERSHIP_PROOF: proof, PUBLIC_ORIGIN: origin, PAY_TO: payTo }: Variables): readonly string[] {
  if (proof === undefined || payTo === undefined || provesOwnership(proof, origin, payTo)) return []
  return [`OWNERSHIP_PROOF: is not the signature of ${ownershipMessage(origin)} by the key of PAY_TO`]
}

/** An unescaped `/`, `?` or `#` in a password ends the host, so the rest is parsed as a path, query or hash with an `@`. */
function unescaped({ DATABASE_URL: url }: Variables): readonly string[] {
  if (url === undefined) return []
  const { pathname, search, hash } = new URL(url)
  return [pathname, search, hash].some((part) => part.includes("@"))
    ? ["DATABASE_URL: its password has a / ? # or @ that is not escaped. Write %2F %3F %23 %40 instead"]
    : []
}

function unsigned({ RECEIPT_RESPONSE_HASH: isOn, RECEIPT_PRIVATE_KEY: key }: Variables): readonly string[] {
  return isOn && key === undefined ? ["RECEIPT_PRIVATE_KEY: required with RECEIPT_RESPONSE_HASH"] : []
}

/** Valid settings that are probably mistakes. The messages contain names and never values. */
export function warningsOf(env: Variables): readonly string[] {
  const { SETTLER_PRIVATE_KEY: settler, FACILITATOR_URL: facilitator } = env
  const header = env.FACILITATOR_AUTH_HEADER
  return [
    ...(settler !== undefined && facilitator !== undefined
      ? ["SETTLER_PRIVATE_KEY: is not used, because FACILITATOR_URL settles. Remove one of them"]
      : []),
    ...(header !== undefined && header.slice(header.indexOf(":") + 1).trim().length < MIN_TOKEN_LENGTH
      ? [`FACILITATOR_AUTH_HEADER: its value is shorter than ${MIN_TOKEN_LENGTH} characters, which can be guessed`]
      : []),
  ]
}

const MIN_TOKEN_LENGTH = 16

function liveProblems(env: Variables): readonly string[] {
  const sandboxOnly = [
    "USDC_ADDRESS",
    "FAUCET_PRIVATE_KEY",
    "SANDBOX_FAULTS",
    "SANDBOX_REPLAY_DAYS",
    "SANDBOX_WEBHOOKS",
  ] as const
  const isRehearsal = env.NETWORK === "base-sepolia" || (env.RPC_URL !== undefined && env.RPC_URL.every(isLoopback))
  const given = [
    ...sandboxOnly.filter((name) => env[name] !== undefined),
    ...(env.SANDBOX_CANONICAL_USDC ? ["SANDBOX_CANONICAL_USDC"] : []),
    ...(env.SANDBOX_MARKET === "live" ? ["SANDBOX_MARKET"] : []),
  ]
  return [
    ...payeeIsHot(env),
    ...given.map((name) => `${name}: belongs to the sandbox, remove it in live mode`),
    ...(env.SOURCES_PROXY === undefined || isRehearsal
      ? []
      : ["SOURCES_PROXY: simulated data must not be sold for real money; use NETWORK=base-sepolia or a local RPC_URL"]),
    ...(env.PUBLIC_ORIGIN.startsWith("https://") ? [] : ["PUBLIC_ORIGIN: must be https in live mode"]),
  ]
}

function sandboxProblems(env: Variables): readonly string[] {
  return [...marketProblems(env), ...tokenProblems(env)]
}

function marketProblems(env: Variables): readonly string[] {
  const isLive = env.SANDBOX_MARKET === "live"
  if (!isLive && env.SOURCES_PROXY !== undefined) {
    return ["SOURCES_PROXY: the simulated market asks no provider; set SANDBOX_MARKET=live or remove it"]
  }
  return isLive && env.SANDBOX_FAULTS !== undefined
    ? ["SANDBOX_FAULTS: applies to the simulated market, remove it with SANDBOX_MARKET=live"]
    : []
}

function tokenProblems(env: Variables): readonly string[] {
  if (env.SANDBOX_CANONICAL_USDC || !isCircleUsdc(env.USDC_ADDRESS)) return []
  return ["USDC_ADDRESS: is real USDC; what is signed for it is worth money. Set SANDBOX_CANONICAL_USDC to allow it"]
}
