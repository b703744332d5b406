/** JSON for programs that people may want to read too. No page of this app, so plain links lead there. */
export const documents = { info: "/api", openapi: "/api/openapi.json", health: "/api/health" } as const
