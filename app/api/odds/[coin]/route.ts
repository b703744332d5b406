import { oddsContract } from "@/lib/endpoints/odds/contract"
import { checkOdds } from "@/lib/server/runtime/odds"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(oddsContract, checkOdds)
