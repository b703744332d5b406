import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter"
import { reportSkippedTests, type SkippedTest } from "@/tools/testing/reporters/skipped-tests"

/** Reports every skipped test with its reason. */
export default class SkipsReporter implements Reporter {
  private readonly skipped: SkippedTest[] = []

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== "skipped") return
    const reason = test.annotations.find(({ type }) => type === "skip" || type === "fixme")?.description
    this.skipped.push({ title: test.titlePath().filter(Boolean).join(" > "), reason })
  }

  onEnd(): void {
    reportSkippedTests(this.skipped)
  }
}
