import { mcp } from "@/lib/runtime/mcp"
import { toolRoutes } from "./_parts/tool-routes"

/** The tools of the Model Context Protocol: the API's own routes, found and paid for by agents. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = mcp((tool, request, context) =>
  toolRoutes[tool].GET(request, context),
)
