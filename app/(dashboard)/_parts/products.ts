import { contextContract } from "@/lib/api/context"
import type { PaidContract } from "@/lib/api/contract"
import { signalContract } from "@/lib/api/signal"
import type { Product } from "@/lib/client/panel/product"
import type { Coin } from "@/lib/domain/market/coin"

const MINUTE_MS = 60_000

export function signalProduct(coin: Coin): Product {
  return product(signalContract, { endpoint: "signal", coin, title: `${coin} signal`, staleAfterMs: 15 * MINUTE_MS })
}

export function contextProduct(coin: Coin): Product {
  return product(contextContract, { endpoint: "context", coin, title: `${coin} context`, staleAfterMs: 60 * MINUTE_MS })
}

function product(
  contract: Pick<PaidContract, "path"> & { readonly price: bigint | null },
  rest: Pick<Product, "endpoint" | "coin" | "title" | "staleAfterMs">,
): Product {
  const path = `/api${contract.path.replace("{coin}", rest.coin)}`
  return { ...rest, id: `${rest.endpoint}:${rest.coin}`, path, price: String(contract.price ?? 0n) }
}
