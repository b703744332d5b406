import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { RECORD } from "@/lib/endpoints/provenance"
import { getRecord } from "./answer"
import type { recordContract } from "./contract"

export const record: FreeEndpoint<typeof recordContract> = {
  answer: (params, { record }) => getRecord(params, record),
  maxAgeS: 5,
  provenance: { ...RECORD, parts: { "records[].facts.*": { unit: "as its name says", window: "at the 4h close" } } },
}
