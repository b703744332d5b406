/** For programs, but people may want to read them too. No page of this app, so plain links lead there. */
export const documents = {
  info: "/api",
  openapi: "/api/openapi.json",
  health: "/api/health",
  changelog: "/api/changelog",
  llms: "/llms.txt",
} as const
