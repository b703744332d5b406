import { sandboxOnly } from "@/lib/server/runtime/routes"
import { writeToSandboxBot } from "@/lib/server/runtime/sandbox-telegram"

/** Messages to the bot of the sandbox. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(writeToSandboxBot)
