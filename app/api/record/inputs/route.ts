import { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import { recordInputsAnswer } from "@/lib/server/runtime/record-answers"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(recordInputsContract, recordInputsAnswer, {
  maxAgeS: 5,
})
