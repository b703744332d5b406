import { recordInputsContract } from "@/lib/api/record-inputs"
import { recordInputsAnswer } from "@/lib/runtime/record-answers"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(recordInputsContract, recordInputsAnswer, {
  maxAgeS: 5,
})
