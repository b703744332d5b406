import { recordInputsContract } from "@/lib/api/record-inputs"
import { recordInputsAnswer } from "@/lib/runtime/record-answers"
import { give } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = give(recordInputsContract, recordInputsAnswer)
