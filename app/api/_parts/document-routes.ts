import * as live from "@/app/api/live/route"
import * as openApiBelowApi from "@/app/api/openapi.json/route"
import * as ready from "@/app/api/ready/route"
import * as llmsText from "@/app/llms.txt/route"
import * as openApi from "@/app/openapi.json/route"
import * as didDocument from "@/app/.well-known/did.json/route"
import * as securityText from "@/app/.well-known/security.txt/route"
import * as mcpServerCard from "@/app/.well-known/mcp/server-card.json/route"
import * as wellKnownX402 from "@/app/.well-known/x402/route"
import type { Route } from "@/lib/server/http/route"

/** Documents outside the catalogue, by path. */
export const documentRoutes: Readonly<Record<string, Route>> = {
  "/openapi.json": openApi,
  "/api/openapi.json": openApiBelowApi,
  "/api/live": live,
  "/api/ready": ready,
  "/llms.txt": llmsText,
  "/.well-known/x402": wellKnownX402,
  "/.well-known/mcp/server-card.json": mcpServerCard,
  "/mcp/server-card": mcpServerCard,
  "/.well-known/did.json": didDocument,
  "/.well-known/security.txt": securityText,
}
