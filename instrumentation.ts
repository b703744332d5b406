/** Starts the service before the first request, and stops a deployment that is not configured. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return
  const { start } = await import("@/lib/runtime/start")
  await start()
  // In development routes change while they are served, which Next alone knows.
  if (process.env.NODE_ENV !== "production") return
  const { apiRoutes } = await import("@/app/api/_parts/routes")
  const { openShortWay } = await import("@/lib/runtime/short-way")
  openShortWay(apiRoutes)
}
