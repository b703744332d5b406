import { writeFile } from "node:fs/promises"
import { z } from "zod"
import type { FeedPorts } from "@/lib/market/feeds/feed-ports"

/** The size of the provider's list in 2026. */
const LIST_BYTES = 11_500_000

const Answer = z.object({ status: z.string(), data: z.array(z.record(z.string(), z.unknown())) })

/**
 * Writes the simulated list of pools, filled up to the size of the real one. The added pools are called "USD₮0", like
 * real pools: one such character makes the engine store the whole text with two bytes per character.
 */
export async function writePayload(http: FeedPorts["http"], file: string): Promise<number> {
  const text = await http.getText("https://yields.llama.fi/pools", { maxBytes: 24_000_000 })
  const { status, data } = Answer.parse(JSON.parse(text))
  const added: unknown[] = []
  let bytes = Buffer.byteLength(text)
  for (const row of data) {
    if (bytes >= LIST_BYTES) break
    const copy = { ...row, pool: `twin-${added.length}`, symbol: "USD₮0" }
    added.push(copy)
    bytes += Buffer.byteLength(JSON.stringify(copy)) + 1
  }
  await writeFile(file, JSON.stringify({ status, data: [...data, ...added] }))
  return bytes
}
