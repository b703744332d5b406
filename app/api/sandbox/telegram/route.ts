import { sandboxOnly } from "@/lib/runtime/routes"
import { writeToSandboxBot } from "@/lib/runtime/sandbox-telegram"

/** Messages to the bot of the sandbox. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(writeToSandboxBot)
