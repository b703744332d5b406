import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const root = fileURLToPath(new URL(".", import.meta.url))

export default defineConfig({
  resolve: { alias: { "@/": root } },
  test: {
    include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts", "bench/**/*.test.ts"],
    pool: "threads",
    // One less than there are cores unless told, which on two cores is one.
    maxWorkers: "100%",
    retry: 0,
    testTimeout: 20_000,
    // Worlds are built in hooks, and two cores may be busy.
    hookTimeout: 60_000,
  },
})
