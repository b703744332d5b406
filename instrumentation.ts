/** Starts the service before the first request, and stops a deployment that is not configured. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return
  const { start } = await import("@/lib/runtime/start")
  const { apiRoutes } = await import("@/app/api/_parts/routes")
  await start(apiRoutes)
}
