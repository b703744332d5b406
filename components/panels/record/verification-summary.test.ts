import { expect, test } from "vitest"
import type { VerificationOutcome } from "@/lib/client/record/verify-record-pages"
import { verificationSummary } from "./verification-summary"

const fault = { index: 699, id: "ETH-2026-10-01T04:00:00.000Z", reason: "withheld" } as const
const descriptions: readonly (readonly [VerificationOutcome, string, string])[] = [
  [
    { kind: "whole", records: 1_260, revealed: 1_242, withheld: 0, headHash: "ab12" },
    "good",
    "1,260 records, chain whole; 1,242 are revealed. Head ab12",
  ],
  [
    { kind: "whole", records: 1_260, revealed: 1_242, withheld: 0, headHash: "ab12", notedAt: 1_008 },
    "good",
    "1,260 records, chain whole; 1,242 are revealed. The head you saved is record 1,008. Head ab12",
  ],
  [
    {
      kind: "whole",
      withheld: 0,
      records: 1_260,
      revealed: 1_242,
      headHash: "ab12",
      anchored: { count: 30, newestPlace: 1_250, newestTransaction: "0x7f" },
    },
    "good",
    "1,260 records, chain whole; 1,242 are revealed. The service lists 30 transactions with its heads, the newest for record 1,250: 0x7f. They were not read here: npm run verify-record reads the chain. Head ab12",
  ],
  [
    { kind: "anchor-missing", transaction: "0x7f" },
    "bad",
    "Every link holds, but transaction 0x7f carries a head that is not in the record: the chain was rewritten.",
  ],
  [
    { kind: "noted-missing", records: 900 },
    "bad",
    "Every link holds, but the head you saved is none of the 900 records: the chain was rewritten, or its end was cut off.",
  ],
  [
    { kind: "broken", fault },
    "bad",
    "The chain breaks at record 700, ETH-2026-10-01T04:00:00.000Z: it is kept sealed for longer than a day.",
  ],
  [
    { kind: "another-head", headHash: "ab12", stated: "cd34" },
    "bad",
    "Every link holds, but the chain ends at ab12 and the service says cd34.",
  ],
  [
    { kind: "failed", status: 503, done: 500, total: 1_260 },
    "bad",
    "The service answered 503. Nothing is proved: 500 of 1,260 records checked.",
  ],
  [
    { kind: "failed", status: null, done: 0, total: 0 },
    "bad",
    "The service gave no answer that can be read. Nothing is proved: no record checked.",
  ],
  [{ kind: "stopped", done: 500, total: 1_260 }, "calm", "Stopped. Nothing is proved: 500 of 1,260 records checked."],
]

test.each(descriptions)("%o is described in plain words", (outcome, tone, text) => {
  expect(verificationSummary(outcome)).toEqual({ tone, text })
})
