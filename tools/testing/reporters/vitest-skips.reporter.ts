import type { Reporter, TestModule } from "vitest/node"
import { reportSkippedTests, type SkippedTest } from "./skipped-tests"

/** Reports every skipped test with its reason. Tests that a name filter leaves out are not skipped tests. */
export default class VitestSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    reportSkippedTests(modules.flatMap(skippedIn))
  }
}

function skippedIn(module: TestModule): readonly SkippedTest[] {
  return [...module.children.allTests("skipped")]
    .filter((test) => module.project.globalConfig.testNamePattern?.test(test.fullName) ?? true)
    .map((test) => {
      const result = test.result()
      const title = `${module.relativeModuleId} > ${test.fullName}`
      return { title, reason: result.state === "skipped" ? result.note : undefined }
    })
}
