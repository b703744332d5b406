import { join } from "node:path"
import type { Contract } from "@/lib/api/contract"
import type { Route } from "@/lib/server/http/route"

/** The module that Next serves at the contract's path. */
export async function routeOf({ path }: Pick<Contract, "path">): Promise<Route> {
  const folder = path.replace(/\{(\w+)\}/g, "[$1]")
  const route: Route = await import(join(process.cwd(), "app/api", folder, "route.ts"))
  return route
}
