import { openAsBlob } from "node:fs"
import { timerSleep } from "@/lib/outbound/ports"
import { createSourceClient } from "@/lib/outbound/source-client"
import { createDefiLlamaYields } from "@/lib/market/sources/defillama/yields-client"

/*
 * A process that does nothing but read the list of pools from the file named first, as often as named second, in pieces
 * as a network brings them; each list is held until the next one is there, as a feed does. Prints one line of JSON:
 * milliseconds of each reading, and how far memory rose above what the process held before the first.
 */

const [file = "", times = "1"] = process.argv.slice(2)

const http = createSourceClient({
  fetch: async () => new Response(await openAsBlob(file)),
  clock: Date.now,
  sleep: timerSleep,
  random: Math.random,
  userAgent: "signal402-bench",
  limits: {},
})
const source = createDefiLlamaYields({ http, clock: Date.now })

globalThis.gc?.()
const beforeBytes = process.memoryUsage.rss()
const takenMs: number[] = []
let held: readonly unknown[] = []
for (let reading = 0; reading < Number(times); reading++) {
  // An hour passes, in which the garbage of the last reading is collected.
  globalThis.gc?.()
  const startedMs = performance.now()
  held = (await source.pools()).value
  takenMs.push(performance.now() - startedMs)
}
// The kernel's own peak of this process, in kilobytes: no garbage is missed between two samples.
const peakBytes = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ pools: held.length, takenMs, peakMb: (peakBytes - beforeBytes) / 1e6 }))
