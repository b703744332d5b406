import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// In MB, for the threads to come. What one test reads and forgets fills the nursery that V8 would give them many times over.
setFlagsFromString("--max-semi-space-size=64")

const root = fileURLToPath(new URL(".", import.meta.url))

/** Their tests put a runtime, variables or a clock of their own in the place of the process's. */
const ownProcess = ["app/**/*.test.ts", "lib/{config,runtime,testing}/**/*.test.ts"]

function isCampaign({ moduleId }: TestSpecification): boolean {
  return moduleId.includes("/lib/testing/")
}

/** Campaigns take a minute each: begun last, they would run alone at the end. */
class CampaignsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isCampaign), ...sorted.filter((file) => !isCampaign(file))]
  }
}

export default defineConfig({
  resolve: { alias: { "@/": root } },
  test: {
    globalSetup: "lib/testing/databases/one-postgres.ts",
    reporters: ["default", "./lib/testing/reporters/vitest-skips.reporter.ts"],
    pool: "threads",
    // Many wait for blocks and deadlines, so there is room for more than one to a core.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    retry: 0,
    testTimeout: 20_000,
    // Worlds are built in hooks, and two cores may be busy.
    hookTimeout: 60_000,
    // What is waited for comes in milliseconds, unless the machine has other work.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: CampaignsFirst },
    projects: [
      { extends: true, test: { name: "apart", include: ownProcess } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["{bench,components,lib}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ownProcess],
          // They leave nothing behind, so those of one worker share its modules.
          isolate: false,
        },
      },
    ],
  },
})
