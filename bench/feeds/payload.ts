import { writeFile } from "node:fs/promises"
import { z } from "zod"
import type { FeedPorts } from "@/lib/feeds/feed-ports"

/** The size of the provider's list in 2026. */
const REAL_BYTES = 11_500_000

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
    if (bytes >= REAL_BYTES) break
    const twin = { ...row, pool: `twin-${added.length}`, symbol: "USD₮0" }
    added.push(twin)
    bytes += Buffer.byteLength(JSON.stringify(twin)) + 1
  }
  await writeFile(file, JSON.stringify({ status, data: [...data, ...added] }))
  return bytes
}
