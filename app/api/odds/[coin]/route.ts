import { oddsContract } from "@/lib/api/odds"
import { checkOdds } from "@/lib/runtime/odds"
import { paidEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(oddsContract, checkOdds)
