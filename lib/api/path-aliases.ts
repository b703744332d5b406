/** Where programs guess before they read: each costs them one request instead of a 404. YAML is a superset of JSON. */
const guesses = {
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
  Object.entries(guesses).flatMap(([address, guessed]) => guessed.map((path) => [path, address] as const)),
)

/** The address of what a guessed path means; `null`: nobody guesses it. */
export function aliasTarget(pathname: string): string | null {
  return addresses.get(pathname.replace(/\/+$/, "")) ?? null
}
