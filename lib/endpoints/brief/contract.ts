import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { type Usdc, usdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import { Hash } from "@/lib/api/record-fields"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { contractByVersionKey, VERSION_KEYS } from "@/lib/endpoints"

/** Items are the keys of `/api/versions` without their first slash. An answer that needs a parameter is not an item. */
const ITEMS = VERSION_KEYS.filter((key) => contractByVersionKey.get(key)?.queryParams.safeParse({}).success).map(
  (key) => key.slice(1),
)

/** The items of a valid `items` parameter, in its order. */
export function itemsOf(text: string): readonly string[] {
  return text.split(",").map((item) => item.trim())
}

/** The contract that answers an item. Its `/` key is in `/api/versions`. */
export function contractOfItem(item: string) {
  const contract = contractByVersionKey.get(`/${item}`)
  if (contract === undefined) throw new Error(`"${item.slice(0, 40)}" is not an item of a brief.`)
  return contract
}

/** The sum of the prices of the items. */
export function briefPrice(items: readonly string[]): Usdc {
  return usdc(items.map((item) => contractOfItem(item).price).reduce((sum, price) => sum + price, 0n))
}

const Items = z
  .string()
  .max(600)
  .superRefine((text, context) => {
    const problem = problemOf(itemsOf(text))
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })
  .describe(`Items, comma separated: ${listed()}. Each item once.`)

/** The items, with those of coins named once. */
function listed(): string {
  const ofCoins = ITEMS.filter((item) => item.endsWith(`/${COINS[0]}`)).map((item) => item.slice(0, item.indexOf("/")))
  const others = ITEMS.filter((item) => !ofCoins.some((name) => item.startsWith(`${name}/`)))
  return `${ofCoins.join(", ")}, each with ${COINS.map((coin) => `/${coin}`).join(", ")}; ${others.join(", ")}`
}

function problemOf(items: readonly string[]): string | null {
  const unknown = items.find((item) => !ITEMS.includes(item))
  if (unknown !== undefined) return `"${unknown.slice(0, 40)}" is not an item; use some of ${ITEMS.join(", ")}`
  const repeated = items.find((item, index) => items.indexOf(item) < index)
  return repeated === undefined ? null : `names "${repeated}" more than once`
}

const EXAMPLE_ITEMS = ["signal/BTC", "regime"] as const

const Part = z.object({
  item: z.string(),
  price_usdc: z.string().describe("Price of this item, which is the price of its own endpoint."),
  version: z.number().int().positive().nullable().describe("Version as in /api/versions. null: not known in time."),
  commitment: Hash.nullable(),
  answer: z
    .record(z.string(), z.unknown())
    .describe("The answer of GET /api/{item}, with the schema of that endpoint and its own meta."),
})

/** Several answers for one payment. The price is the sum of the prices of the available answers. */
export const briefContract = defineContract({
  id: "brief",
  path: "/brief",
  price: briefPrice(EXAMPLE_ITEMS),
  priceRange: { min: lowest(ITEMS.map((item) => contractOfItem(item).price)), max: briefPrice(ITEMS) },
  title: "Brief",
  description:
    "Several answers by one payment at the sum of their prices. Items without current data are left out of both.",
  tags: ["crypto", "market", "signals"],
  freshness: { changesWith: "price", needs: [] },
  pathParams: NoParams,
  queryParams: z.object({ items: Items }),
  response: z.object({
    answers: z.array(Part).describe("In the order of the request."),
    left_out: z
      .array(z.string())
      .describe("Items that had no current data when the price was stated. They cost nothing."),
    timestamp: DateTime,
  }),
  exampleParams: { items: EXAMPLE_ITEMS.join(",") },
  example: {
    answers: [
      {
        item: "signal/BTC",
        price_usdc: "0.05",
        version: 17,
        commitment: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        answer: signalContract.example,
      },
      { item: "regime", price_usdc: "0.05", version: null, commitment: null, answer: regimeContract.example },
    ],
    left_out: [],
    timestamp: "2026-11-20T12:05:00.000Z",
  },
})

function lowest(prices: readonly Usdc[]): Usdc {
  return usdc(prices.reduce<bigint>((least, price) => (price < least ? price : least), prices[0] ?? 0n))
}
