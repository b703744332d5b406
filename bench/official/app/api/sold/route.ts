import { sell } from "../../../lib/sell"

export const dynamic = "force-dynamic"

export const GET = sell("exact")
