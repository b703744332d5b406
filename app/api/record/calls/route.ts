import { recordCallsContract } from "@/lib/api/record-calls"
import { recordCallsAnswer } from "@/lib/runtime/record-answers"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(recordCallsContract, recordCallsAnswer, {
  maxAgeS: 5,
})
