import type { MetadataRoute } from "next"
import { connection } from "next/server"
import { publicConfig } from "@/lib/server/runtime/public-config"

export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection()
  const { origin } = publicConfig()
  return { rules: { userAgent: "*", allow: "/", disallow: "/receipts" }, sitemap: `${origin}/sitemap.xml` }
}
