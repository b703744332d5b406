import type { MetadataRoute } from "next"
import { connection } from "next/server"
import { screensServing } from "@/components/panels"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"
import { publicConfig } from "@/lib/server/runtime/public-config"

const contracts: readonly Contract[] = catalogue

/** Every screen of this deployment, except screens whose content is only in the reader's browser. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection()
  const { origin } = publicConfig()
  return screensServing(new Set(contracts.map(({ id }) => id)))
    .filter(({ href }) => href !== "/receipts")
    .map(({ href }) => ({ url: new URL(href, origin).href, changeFrequency: "hourly" }))
}
