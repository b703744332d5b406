import { statsContract } from "@/lib/api/stats"
import { statsAnswer } from "@/lib/runtime/record-answers"
import { give } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = give(statsContract, statsAnswer)
