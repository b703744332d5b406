import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { RECORD } from "@/lib/endpoints/provenance"
import { getRecordCalls } from "./answer"
import type { recordCallsContract } from "./contract"

export const recordCalls: FreeEndpoint<typeof recordCallsContract> = {
  answer: async (params, { figures }) => getRecordCalls(params, await figures()),
  maxAgeS: 5,
  provenance: { ...RECORD, parts: { "*.ci95*": { unit: "fraction, 0–1" } } },
}
