import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// In MB. Tests allocate many short-lived objects, and a small young generation would be collected all the time.
setFlagsFromString("--max-semi-space-size=64")

const root = fileURLToPath(new URL(".", import.meta.url))

/** `@next/env` remembers the variables of its first call. */
const isolatedTests = [
  "{lib/server/config/blank-variables,tools/cli/env-files,tools/testing/old-data/old-data}.test.ts",
  // A fresh process has no state of another test, and no timers.
  "{tools/testing/faults/fresh-process,lib/server/health/store-probe}.test.ts",
]

function isCampaign({ moduleId }: TestSpecification): boolean {
  return moduleId.includes("/tools/testing/")
}

/** Campaigns take a minute each. They start first, because at the end they would run alone. */
class CampaignsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isCampaign), ...sorted.filter((file) => !isCampaign(file))]
  }
}

export default defineConfig({
  resolve: { alias: { "@/": root } },
  test: {
    globalSetup: "tools/testing/databases/one-postgres.ts",
    reporters: ["default", "./tools/testing/reporters/vitest-skips.reporter.ts"],
    pool: "threads",
    // Many tests wait for blocks and deadlines, so more than one test per core is useful.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    retry: 0,
    testTimeout: 20_000,
    // Hooks start chains and databases, and two cores may be busy.
    hookTimeout: 60_000,
    // Polled values arrive in milliseconds on a quiet machine.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: CampaignsFirst },
    setupFiles: "tools/testing/reset-process.ts",
    projects: [
      { extends: true, test: { name: "isolated", include: isolatedTests } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["{app,bench,clients,components,lib,research,tools}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...isolatedTests],
          // The tests of one worker share its modules, because loading them for each file costs a fifth of the time.
          isolate: false,
        },
      },
    ],
  },
})
