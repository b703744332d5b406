import { z } from "zod"
import { YIELD_CHAINS } from "@/lib/domain/defi/asset-class"

/** Fields that the two DeFi endpoints share. Yields are percent per year. */

export const Pct = z.number().describe("Percent.")
export const Apy = z.number().describe("Percent per year.")
export const Usd = z.number().describe("US dollars.")
export const Chain = z.enum(YIELD_CHAINS)
export const ChainParam = z
  .enum([...YIELD_CHAINS, "all"])
  .default("all")
  .describe("One of the eight chains, or all.")

export const PoolRisk = z
  .object({
    grade: z.enum(["A", "B", "C", "D", "E"]).nullable().describe("null: too much is unknown to grade."),
    score: z.number().int().min(0).max(100).describe("0: no risk was found. 100: every fact is bad or unknown."),
    contributors: z.array(z.object({ key: z.string(), points: z.number().int(), detail: z.string() })),
    unknown: z.array(z.string()).describe("Keys without data. Each counts as its worst case and caps the grade at C."),
  })
  .describe("Sum of points of the facts. The grade of a protocol that was exploited within two years is D at best.")

export const DEFILLAMA_ATTRIBUTION = "Data by DefiLlama (https://defillama.com)"
