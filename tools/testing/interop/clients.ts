import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { program } from "@/tools/testing/docs/programs"
import { newPayer, unfundedPayer } from "@/tools/testing/payments/x402-payer"
import type { InteropClient, InteropContext } from "./client"
import { installNpm, installPython } from "./install"
import { mcpClients } from "./mcp-clients"
import { mcpConformance } from "./mcp-conformance"
import { mppClients } from "./mppx"
import { nativePrograms } from "./native-programs"
import { otherRuntimes } from "./other-runtimes"
import { pythonPackages } from "./python-packages"
import { webhookSnippets } from "./webhook-snippets"
import { startPayingProxy } from "./paying-proxy"

const PATH = "/api/signal/BTC"
const PROGRAMS = resolve("e2e/clients/programs")

/** Clients of plain HTTP that offer an upgrade to HTTP/2 with each request. */
const httpClients: readonly InteropClient[] = [
  {
    name: "curl --http2",
    version: "of the machine",
    needs: ["curl"],
    run: async ({ origin, exec }) => {
      const status = await exec("curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--http2", origin + PATH])
      return expectOutput(status, "402", "asked for the price")
    },
  },
  {
    name: "Java HttpClient",
    version: "of the machine",
    scheme: "exact",
    needs: ["java"],
    run: async ({ origin, pay, exec }) => {
      const answer = await exec("java", [join(PROGRAMS, "HttpGet.java"), origin + PATH, await pay(PATH)])
      return expectOutput(answer, '200 {"coin":"BTC"', "bought")
    },
  },
]

/** Generators of clients: each generates from the OpenAPI document, compiles, and buys typed data. */
const generators: readonly InteropClient[] = [
  {
    name: "openapi-typescript + openapi-fetch",
    version: "7.13.0 + 0.17.0",
    scheme: "exact",
    needs: ["npm"],
    run: async (context) => {
      await installNpm(context, ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0"])
      await context.exec("npx", ["openapi-typescript", context.openapi, "-o", "api.d.ts"])
      return buyInTypeScript(context, "openapi-fetch.ts")
    },
  },
  {
    name: "@hey-api/openapi-ts",
    version: "0.99.0",
    scheme: "exact",
    needs: ["npm"],
    run: async (context) => {
      await installNpm(context, ["@hey-api/openapi-ts@0.99.0"])
      await context.exec("npx", ["openapi-ts", "-i", context.openapi, "-o", "client", "-c", "@hey-api/client-fetch"])
      return buyInTypeScript(context, "hey-api.ts")
    },
  },
  {
    name: "openapi-python-client",
    version: "0.29.1",
    scheme: "exact",
    needs: ["python3"],
    run: async (context) => {
      const python = await installPython(context, ["openapi-python-client==0.29.1"])
      const generator = join(context.folder, "venv/bin/openapi-python-client")
      const path = `${join(context.folder, "venv/bin")}:${process.env["PATH"] ?? ""}`
      const generate = ["generate", "--path", context.openapi, "--output-path", "client", "--fail-on-warning"]
      await context.exec(generator, generate, { PATH: path })
      await context.exec(python, ["-m", "pip", "install", "--quiet", "./client"])
      return buyWith(context, python, [join(PROGRAMS, "openapi_python_client.py")])
    },
  },
  {
    name: "oapi-codegen (Go)",
    version: "2.8.2",
    scheme: "exact",
    needs: ["go"],
    run: async (context) => {
      const { folder, exec, openapi } = context
      mkdirSync(join(folder, "api"))
      writeFileSync(
        join(folder, "config.yaml"),
        "package: api\ngenerate: {models: true, client: true}\noutput: api/api.gen.go\n",
      )
      copyFileSync(join(PROGRAMS, "oapi-codegen.go"), join(folder, "main.go"))
      await exec("go", ["mod", "init", "interop"])
      const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
      await exec("go", ["run", generator, "--config", "config.yaml", openapi])
      await exec("go", ["mod", "tidy"])
      await exec("go", ["build", "-o", "buy", "."])
      return buyWith(context, join(folder, "buy"), [])
    },
  },
  {
    name: "openapi-generator (Python)",
    version: "7.17.0",
    scheme: "exact",
    needs: ["java", "mvn", "python3"],
    run: async (context) => {
      await generateByJar(context, ["-g", "python", "-o", "client", "--package-name", "signal402_generated"])
      const python = await installPython(context, ["./client"])
      return buyWith(context, python, [join(PROGRAMS, "openapi_generator.py")])
    },
  },
  {
    name: "openapi-generator (Java)",
    version: "7.17.0",
    scheme: "exact",
    needs: ["java", "mvn"],
    run: async (context) => {
      const { folder, exec } = context
      const options = ["--library", "native", "--additional-properties=openApiNullable=false"]
      await generateByJar(context, ["-g", "java", "-o", "client", ...options])
      const sources = join(folder, "client/src/main/java")
      copyFileSync(join(PROGRAMS, "Buy.java"), join(sources, "Buy.java"))
      const maven = ["-q", "-B", "-f", "client/pom.xml", "-DskipTests"]
      await exec("mvn", [...maven, "compile", "dependency:copy-dependencies", "-DincludeScope=runtime"])
      return buyWith(context, "java", ["-cp", "client/target/classes:client/target/dependency/*", "Buy"])
    },
  },
]

const EACH_ENTRY_HAS_AN_OFFER = `
const { findAcceptsObjectFromSignedOffer } = await import("@x402/extensions/offer-receipt")
const { accepts } = decodePaymentRequiredHeader(offering.headers.get("PAYMENT-REQUIRED"))
const offered = offers.map((one) => findAcceptsObjectFromSignedOffer(one, accepts))
console.log(offered.length === accepts.length && accepts.every((entry, index) => offered[index] === entry))
`

/** The official check of signed offers and receipts, by the program of docs/for-bots.md. */
const offersAndReceipts: InteropClient = {
  name: "@x402/extensions offer-receipt",
  version: "2.27.0",
  scheme: "exact",
  needs: ["npm"],
  run: async (context) => {
    const packages = ["core", "evm", "fetch", "extensions"].map((name) => `@x402/${name}@2.27.0`)
    await installNpm(context, [...packages, "viem@2.57.1"])
    const { folder, origin, exec } = context
    const programs = [program("buy.mjs", origin), program("offer.mjs", origin), EACH_ENTRY_HAS_AN_OFFER]
    writeFileSync(join(folder, "offer.mjs"), programs.join("\n"))
    const output = await exec("node", ["offer.mjs"], { KEY: unfundedPayer().key })
    const checks = output.trim().split("\n").slice(-4).join(" ")
    return expectOutput(checks, "true true true true", "offers and receipt verified")
  },
}

const THIRDWEB_RESULT =
  "bought with `Accept-Payment: exact`; without it, it throws before it signs where sessions are on"

/** Its program pays twice: without a word it must fail before anything is signed, and with one it must buy. */
const thirdweb: InteropClient = {
  name: "thirdweb",
  version: "5.121.6",
  scheme: "exact",
  needs: ["npm"],
  run: async (context) => {
    const { folder, origin, exec } = context
    await installNpm(context, ["thirdweb@5.121.6"])
    copyFileSync(join(PROGRAMS, "thirdweb.mjs"), join(folder, "thirdweb.mjs"))
    const output = await exec("node", ["thirdweb.mjs"], { KEY: (await newPayer(origin)).key, ORIGIN: origin })
    const [refused = ""] = output.split("\n")
    if (!refused.startsWith("without a word: threw")) throw new Error(`It answered ${output.slice(0, 400)}`)
    return expectOutput(output, "with Accept-Payment: exact: 200 BTC", THIRDWEB_RESULT)
  },
}

/** Checkers of the OpenAPI document. */
const validators: readonly InteropClient[] = [
  {
    name: "redocly lint",
    version: "2.30.4",
    needs: ["npm"],
    run: async (context) => {
      await installNpm(context, ["@redocly/cli@2.30.4"])
      // The sandbox is at localhost, which one rule warns of.
      const output = await context.exec("npx", [
        "redocly",
        "lint",
        context.openapi,
        "--format",
        "json",
        "--skip-rule",
        "no-server-example.com",
      ])
      return expectOutput(output.replaceAll(/\s/g, ""), '"totals":{"errors":0,"warnings":0', "no errors, no warnings")
    },
  },
  {
    name: "spectral lint",
    version: "6.16.3",
    needs: ["npm"],
    run: async (context) => {
      await installNpm(context, ["@stoplight/spectral-cli@6.16.3"])
      writeFileSync(join(context.folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n')
      await context.exec("npx", ["spectral", "lint", context.openapi, "--fail-severity", "warn"])
      return "no errors, no warnings"
    },
  },
  {
    name: "Schemathesis, unpaid",
    version: "4.32.5",
    needs: ["python3"],
    run: async (context) => {
      await checkBySchemathesis(context, context.origin)
      return "no findings"
    },
  },
  {
    name: "Schemathesis, paying",
    version: "4.32.5",
    scheme: "exact",
    needs: ["python3"],
    run: async (context) => {
      const proxy = await startPayingProxy(context.origin)
      try {
        await checkBySchemathesis(context, proxy.url)
      } finally {
        await proxy.stop()
      }
      if (proxy.paid() === 0) throw new Error("No answer was paid for.")
      return `${proxy.paid()} paid answers, no findings`
    },
  },
]

export const interopClients: readonly InteropClient[] = [
  ...pythonPackages,
  ...httpClients,
  ...nativePrograms,
  ...otherRuntimes,
  ...webhookSnippets,
  offersAndReceipts,
  thirdweb,
  ...mppClients,
  ...mcpClients,
  mcpConformance,
  ...validators,
  ...generators,
]

/** A day that is not sold yet is answered 503, as OpenAPI says. Any other 5xx is a finding. */
const UNSOLD_DAYS = `[[operations]]
include-path = "/api/history/{coin}"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]
`

/** Compares the answers at `url` with the OpenAPI document. @throws {Error} with the findings */
async function checkBySchemathesis(context: InteropContext, url: string): Promise<void> {
  await installPython(context, ["schemathesis==4.32.5"])
  writeFileSync(join(context.folder, "schemathesis.toml"), UNSOLD_DAYS)
  const schemathesis = join(context.folder, "venv/bin/schemathesis")
  const checks = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
  ]
  const limits = ["--max-examples", "10", "--exclude-path", "/api/stream", "--phases", "examples,fuzzing"]
  await context.exec(schemathesis, ["run", context.openapi, "--url", url, "--checks", checks.join(","), ...limits])
}

function expectOutput(output: string, expected: string, result: string): string {
  if (!output.includes(expected)) throw new Error(`It answered ${output.slice(0, 400)}`)
  return result
}

async function buyWith(context: InteropContext, command: string, args: readonly string[]): Promise<string> {
  const env = { ORIGIN: context.origin, PAYMENT: await context.pay(PATH) }
  const output = await context.exec(command, args, env)
  return expectOutput(output, "bought ", "bought typed data")
}

async function buyInTypeScript(context: InteropContext, program: string): Promise<string> {
  copyFileSync(join(PROGRAMS, program), join(context.folder, "buy.ts"))
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"]
  const target = ["--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--types", "node"]
  await context.exec("npx", ["tsc", ...options, ...target, "buy.ts"])
  return buyWith(context, "npx", ["tsx", "buy.ts"])
}

async function generateByJar({ folder, exec, openapi }: InteropContext, args: readonly string[]): Promise<void> {
  const artifact = "org.openapitools:openapi-generator-cli:7.17.0"
  await exec("mvn", ["-q", "-B", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
  await exec("java", ["-jar", "openapi-generator-cli-7.17.0.jar", "generate", "-i", openapi, ...args])
}
