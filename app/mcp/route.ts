import { apiRoutes } from "@/lib/server/runtime/api-routes"
import { mcp } from "@/lib/server/runtime/mcp"

/** The tools of the Model Context Protocol: the API's own routes, found and paid for by agents. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = mcp((tool, request, context) =>
  apiRoutes[tool].GET(request, context),
)
