import { openTimeOf } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import { DAY_MS } from "@/lib/domain/utc-day"
import { recordsOf } from "@/lib/record/records"
import { runtime } from "@/lib/server/runtime/runtime"
import { sealedFacts } from "@/tools/testing/record/sealed-history"
import { testSha256 } from "@/tools/testing/record/sealed-store"

/** A call on each coin on the days six and five days ago, which `/history` sells, and of today, in the store of the runtime. */
export async function sealSoldDays(): Promise<void> {
  const { sealed } = recordsOf((await runtime()).store)
  const days = [6, 5, 0].map((ago) => openTimeOf(Date.now(), "1d") - ago * DAY_MS)
  let prevHash = GENESIS_HASH
  for (const [coin, decisionTimeMs] of days.flatMap((day) => COINS.map((coin) => [coin, day] as const))) {
    const facts = sealedFacts({ coin, decisionTimeMs, sealedAtMs: decisionTimeMs + 60_000 })
    const record = seal(facts, { nonce: "0".repeat(32), prevHash, sha256: testSha256 })
    await sealed.append(record)
    prevHash = record.hash
  }
}
