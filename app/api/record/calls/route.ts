import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { recordCallsAnswer } from "@/lib/server/runtime/record-answers"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(recordCallsContract, recordCallsAnswer, {
  maxAgeS: 5,
})
