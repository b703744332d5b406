import { paidRoute } from "../../../lib/paid-route"

export const dynamic = "force-dynamic"

export const GET = paidRoute("batch-settlement")
