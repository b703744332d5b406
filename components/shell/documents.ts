/** Machine-readable pages outside the app, linked with plain anchors. */
export const documents = {
  info: "/api",
  openapi: "/api/openapi.json",
  health: "/api/health",
  changelog: "/api/changelog",
  llms: "/llms.txt",
} as const
