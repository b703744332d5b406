import { statsExample } from "@/lib/endpoints/stats/example"

/** The newest call of a chain: a commitment, until it is a day old. */
export const recordExample = {
  records: [
    {
      seq: 1,
      id: "BTC-2026-11-20T12:00:00.000Z",
      coin: "BTC" as const,
      decided_at: "2026-11-20T12:00:00.000Z",
      commitment: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
      prev_hash: "0000000000000000000000000000000000000000000000000000000000000000",
      hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      facts: null,
      nonce: null,
      withheld: [],
      outcomes: [],
    },
  ],
  next_after: null,
  integrity: {
    ...statsExample.integrity,
    records: 1,
    proof: { ...statsExample.integrity.proof, proven_in_time: 1, of: 1, median_hours: 0.083333 },
  },
  timestamp: "2026-11-20T12:05:00.000Z",
}
