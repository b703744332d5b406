import { COINS } from "@/lib/domain/market/coin"
import { createKalshiSource } from "@/lib/market/sources/kalshi/client"
import { type Probe, probe, type ProbePorts } from "./probe"

/** Event contracts on the price of each coin. */
export function predictionProbes({ http, clock }: ProbePorts): readonly Probe[] {
  const kalshi = createKalshiSource({ http, clock })
  return COINS.map((coin) =>
    probe(kalshi, `event contracts ${coin}`, async () => {
      const { questions } = await kalshi.questions(coin)
      const isQuoted = questions.some(({ bid, ask }) => bid !== null && ask !== null)
      return {
        rows: questions.length,
        droppedRows: 0,
        asOfMs: null,
        missing: isQuoted ? null : "any question with a bid and an ask",
      }
    }),
  )
}
