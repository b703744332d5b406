import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import type { InteropClient } from "./client"
import { installNpm } from "./install"

const VERSION = "0.2.0-alpha.12"
const REVISIONS = ["2025-11-25", "2026-07-28"] as const

/** The scenarios that do not apply: this server has only tools, and only its own. Any other failure is a fault. */
const notApplicable: readonly { readonly reason: string; readonly scenario: RegExp; readonly message?: RegExp }[] = [
  { reason: "no prompts are offered", scenario: /^prompts-/ },
  { reason: "no resources are offered", scenario: /^resources-/ },
  { reason: "neither prompts nor resources are offered", scenario: /^caching$/, message: /^(?:prompts|resources)\// },
  {
    reason: "arguments are not completed, because the input schemas list their values",
    scenario: /^completion-complete$/,
  },
  { reason: "nothing is logged to clients", scenario: /^logging-set-level$/ },
  {
    reason:
      "needs a tool that only the suite's example server has (content types, errors, progress, sampling, elicitation)",
    scenario: /^(?:tools-call|elicitation|input-required-result)-|^json-schema-2020-12$/,
  },
  { reason: "needs a diagnostic tool of the suite", scenario: /^server-stateless$/, message: /diagnostic tool 'test_/ },
  { reason: "no argument of a tool is read from a header", scenario: /^http-custom-header-server-validation$/ },
]

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }))

type Failure = { readonly scenario: string; readonly id: string; readonly message: string }

/** The official suite for servers, at the newest revision with a handshake and at the revision without a handshake. */
export const mcpConformance: InteropClient = {
  name: "@modelcontextprotocol/conformance",
  version: VERSION,
  needs: ["npm"],
  run: async (context) => {
    const { folder, origin, exec } = context
    // The suite needs Node 22.
    await installNpm(context, [`@modelcontextprotocol/conformance@${VERSION}`, "node@22"])
    const results: string[] = []
    for (const revision of REVISIONS) {
      const options = ["--url", `${origin}/mcp`, "--suite", "all", "--spec-version", revision, "-o", revision]
      // The suite ends with exit code 1, because some scenarios do not apply.
      await exec("npx", ["conformance", "server", ...options]).catch(() => null)
      const { passed, failures } = readChecks(join(folder, revision))
      const faults = failures.filter((failure) => !isNotApplicable(failure))
      if (passed === 0 || faults.length > 0) throw new Error(`${revision}: ${JSON.stringify(faults)}`)
      results.push(`${revision}: ${passed} checks passed, ${failures.length} not applicable`)
    }
    return results.join("; ")
  },
}

function isNotApplicable({ scenario, id, message }: Failure): boolean {
  // Messages of this server must be valid in each scenario.
  if (id === "wire-schema-valid") return false
  return notApplicable.some((known) => known.scenario.test(scenario) && (known.message?.test(message) ?? true))
}

/** Each scenario has a folder `server-NAME-TIME`. */
function readChecks(folder: string): { readonly passed: number; readonly failures: readonly Failure[] } {
  const checks = readdirSync(folder).flatMap((name) => {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "")
    return Checks.parse(JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"))).map((check) => ({
      ...check,
      scenario,
      message: check.errorMessage ?? "",
    }))
  })
  return {
    passed: checks.filter(({ status }) => status === "SUCCESS").length,
    failures: checks.filter(({ status }) => status === "FAILURE"),
  }
}
