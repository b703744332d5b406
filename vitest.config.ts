import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const root = fileURLToPath(new URL(".", import.meta.url))

export default defineConfig({
  resolve: { alias: { "@/": root } },
  test: {
    include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts", "bench/**/*.test.ts"],
    pool: "threads",
    // Many wait for blocks and deadlines, so there is room for more than one to a core.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    retry: 0,
    testTimeout: 20_000,
    // Worlds are built in hooks, and two cores may be busy.
    hookTimeout: 60_000,
  },
})
