import { z } from "zod"

/**
 * The factories of Coinbase Smart Wallet (Base Account), versions 1 and 1.1. They only create wallets.
 *
 * @see https://github.com/coinbase/smart-wallet
 */
const COINBASE_FACTORIES = [
  "0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a",
  "0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842",
] as const

const NAME = "(?:coinbase|0x[0-9a-fA-F]{40})"

/** The factory addresses of a text such as `coinbase,0x…`. */
export const WalletFactories = z
  .string()
  .regex(new RegExp(`^${NAME}(?: *, *${NAME})*$`), "must be addresses, or the word coinbase")
  .transform((text) => text.split(",").flatMap((name) => addressesOf(name.trim())))

function addressesOf(name: string): readonly `0x${string}`[] {
  return name === "coinbase" ? COINBASE_FACTORIES : [`0x${name.slice(2)}`]
}
