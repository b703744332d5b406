import { catalogue } from "@/lib/api/catalogue"
import { underApi } from "@/lib/api/contract"

const operations = catalogue.map(({ id, path }) => ({ id, pattern: patternOf(path) }))

/** The endpoint's id for a path, and a fixed word for everything else, so that callers cannot make up labels. */
export function operationOf(path: string): string {
  if (path === "/mcp") return "mcp"
  if (path === "/api/live" || path === "/api/ready") return "probe"
  return operations.find(({ pattern }) => pattern.test(path))?.id ?? "other"
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${underApi(path).replaceAll(/\{\w+\}/g, "[^/]+")}/?$`)
}
