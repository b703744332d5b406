import { count } from "@/components/ui/format"
import type { Anchored, VerificationOutcome, VerificationProgress } from "@/lib/client/record/verify-record-pages"
import type { FaultReason } from "@/lib/domain/track-record/chain"
import type { CheckSummary } from "./check-summary"

const reasons = {
  broken_link: "it does not follow the record before it",
  wrong_hash: "its hash is not the hash of what it says",
  wrong_commitment: "what was revealed is not what was sealed",
  wrong_id: "its name and its time do not agree",
  withheld: "it is kept sealed for longer than a day",
  repeated_id: "its call is there twice",
} as const satisfies Record<FaultReason, string>

/** The result of verifying the whole chain. */
export function verificationSummary(outcome: VerificationOutcome): CheckSummary {
  switch (outcome.kind) {
    case "whole":
      return {
        tone: "good",
        text: `${count(outcome.records)} records, chain whole; ${count(outcome.revealed)} are revealed.${withheldText(outcome.withheld)}${notedText(outcome.notedAt)}${anchoredText(outcome.anchored)} Head ${outcome.headHash}`,
      }
    case "noted-missing":
      return {
        tone: "bad",
        text: `Every link holds, but the head you saved is none of the ${count(outcome.records)} records: the chain was rewritten, or its end was cut off.`,
      }
    case "anchor-missing":
      return {
        tone: "bad",
        text: `Every link holds, but transaction ${outcome.transaction} carries a head that is not in the record: the chain was rewritten.`,
      }
    case "broken": {
      const { index, id, reason } = outcome.fault
      return { tone: "bad", text: `The chain breaks at record ${count(index + 1)}, ${id}: ${reasons[reason]}.` }
    }
    case "another-head":
      return {
        tone: "bad",
        text: `Every link holds, but the chain ends at ${outcome.headHash} and the service says ${outcome.stated}.`,
      }
    case "failed":
      return { tone: "bad", text: `${failureText(outcome.status)} Nothing is proved: ${progressText(outcome)}.` }
    case "stopped":
      return { tone: "calm", text: `Stopped. Nothing is proved: ${progressText(outcome)}.` }
  }
}

/** `500 of 1,260 records checked`. */
export function progressText({ done, total }: VerificationProgress): string {
  return total === 0 ? "no record checked" : `${count(done)} of ${count(total)} records checked`
}

function withheldText(withheld: number): string {
  return withheld === 0 ? "" : ` ${count(withheld)} are withheld because of the terms of their sources.`
}

function notedText(place: number | undefined): string {
  return place === undefined ? "" : ` The head you saved is record ${count(place)}.`
}

function anchoredText(anchored: Anchored | undefined): string {
  if (anchored === undefined) return ""
  const { count: transactions, newestPlace, newestTransaction } = anchored
  return ` The service lists ${count(transactions)} transactions with its heads, the newest for record ${count(newestPlace)}: ${newestTransaction}. They were not read here: npm run verify-record reads the chain.`
}

function failureText(status: number | null): string {
  return status === null ? "The service gave no answer that can be read." : `The service answered ${status}.`
}
