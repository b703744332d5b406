import { NextResponse } from "next/server"

export const dynamic = "force-dynamic"

export const GET = async () => NextResponse.json({ service: "official", description: "A free route of this app." })
