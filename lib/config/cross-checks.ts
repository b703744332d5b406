import { facilitatorProblems } from "./facilitator-env"
import { isLoopback } from "./fields"
import { isCircleUsdc } from "./networks"
import { sessionProblems } from "./session-env"
import type { Variables } from "./variables"

/** What does not fit together in variables that are well formed one by one. By name, never by value. */
export function problemsOf(env: Variables): readonly string[] {
  return [
    ...missing(env),
    ...misdirected(env),
    ...facilitatorProblems(env),
    ...sessionProblems(env),
    ...(env.MODE === "live" ? unfitForLive(env) : unfitForSandbox(env)),
  ]
}

function missing(env: Variables): readonly string[] {
  const live = env.MODE === "live"
  const where = live ? "in live mode" : "in the sandbox (npm run demo and npm run dev set it)"
  const names = [
    ...(["RPC_URL", "PAY_TO"] as const),
    ...(env.FACILITATOR_URL === undefined ? (["SETTLER_PRIVATE_KEY"] as const) : []),
    ...(live ? [] : (["USDC_ADDRESS"] as const)),
  ]
  return names.filter((name) => env[name] === undefined).map((name) => `${name}: required ${where}`)
}

/** What is sent to the token's own contract stays there. */
function misdirected(env: Variables): readonly string[] {
  const isToken = (address: string) => isCircleUsdc(address) || address === env.USDC_ADDRESS
  return env.PAY_TO !== undefined && isToken(env.PAY_TO) ? ["PAY_TO: is the token's own address, not a payee's"] : []
}

function unfitForLive(env: Variables): readonly string[] {
  const sandboxOnly = ["USDC_ADDRESS", "FAUCET_PRIVATE_KEY", "SANDBOX_FAULTS", "SANDBOX_REPLAY_DAYS"] as const
  const isRehearsal = env.NETWORK === "base-sepolia" || (env.RPC_URL !== undefined && isLoopback(env.RPC_URL))
  const given = [
    ...sandboxOnly.filter((name) => env[name] !== undefined),
    ...(env.SANDBOX_CANONICAL_USDC ? ["SANDBOX_CANONICAL_USDC"] : []),
    ...(env.SANDBOX_MARKET === "live" ? ["SANDBOX_MARKET"] : []),
  ]
  return [
    ...given.map((name) => `${name}: belongs to the sandbox, remove it in live mode`),
    ...(env.SOURCES_PROXY === undefined || isRehearsal
      ? []
      : ["SOURCES_PROXY: simulated data must not be sold for real money; use NETWORK=base-sepolia or a local RPC_URL"]),
    ...(env.PUBLIC_ORIGIN.startsWith("https://") ? [] : ["PUBLIC_ORIGIN: must be https in live mode"]),
  ]
}

function unfitForSandbox(env: Variables): readonly string[] {
  return [...unfitMarket(env), ...unfitToken(env)]
}

function unfitMarket(env: Variables): readonly string[] {
  const isLive = env.SANDBOX_MARKET === "live"
  if (!isLive && env.SOURCES_PROXY !== undefined) {
    return ["SOURCES_PROXY: the simulated market asks no provider; set SANDBOX_MARKET=live or remove it"]
  }
  return isLive && env.SANDBOX_FAULTS !== undefined
    ? ["SANDBOX_FAULTS: applies to the simulated market, remove it with SANDBOX_MARKET=live"]
    : []
}

function unfitToken(env: Variables): readonly string[] {
  if (env.SANDBOX_CANONICAL_USDC || !isCircleUsdc(env.USDC_ADDRESS)) return []
  return ["USDC_ADDRESS: is real USDC; what is signed for it is worth money. Set SANDBOX_CANONICAL_USDC to allow it"]
}
