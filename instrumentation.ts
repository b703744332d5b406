import { THEME_COOKIE, themes } from "@/lib/client/browser/theme"

/** Starts the service before the first request. A deployment with invalid configuration stops here. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return
  // Within this function, because the build leaves out for other runtimes what follows the return.
  try {
    const { start } = await import("@/lib/server/runtime/start")
    await start()
    // In development only Next.js knows the current version of each route.
    if (process.env.NODE_ENV !== "production") return
    const { documentRoutes } = await import("@/app/api/_parts/document-routes")
    const { apiRoutes } = await import("@/lib/server/runtime/api-routes")
    const { installFastPath } = await import("@/lib/server/runtime/fast-path")
    installFastPath(apiRoutes, documentRoutes, { name: THEME_COOKIE, values: themes })
  } catch (error) {
    const { endStart } = await import("@/lib/server/nextjs/end-start")
    endStart(error)
  }
}
