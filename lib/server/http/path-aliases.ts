/** Paths that programs try first, with their canonical address. YAML clients read JSON too. */
const aliases = {
  "/openapi.json": [
    "/openapi.yaml",
    "/openapi.yml",
    "/openapi",
    "/swagger",
    "/swagger.json",
    "/api-docs",
    "/api/openapi.yaml",
    "/v1/openapi.json",
    "/v1/openapi.yaml",
    "/.well-known/openapi.json",
  ],
  "/.well-known/x402": ["/.well-known/x402.json", "/api/.well-known/x402"],
  "/llms.txt": ["/llms-full.txt", "/.well-known/llms.txt", "/api/llms.txt"],
  "/api/health": ["/healthz"],
  "/.well-known/security.txt": ["/security.txt"],
  "/icon.svg": ["/favicon.ico"],
}

const addresses = new Map(
  Object.entries(aliases).flatMap(([address, paths]) => paths.map((path) => [path, address] as const)),
)

/** The canonical address of an alias; `null` for any other path. */
export function aliasTarget(pathname: string): string | null {
  return addresses.get(pathname.replace(/\/+$/, "")) ?? null
}
