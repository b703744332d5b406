import { signalContract } from "@/lib/api/signal"
import { paidEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(signalContract)
