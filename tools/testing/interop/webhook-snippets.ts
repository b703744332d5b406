import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { webhookSignature } from "@/lib/outbound/webhook"
import type { InteropClient, InteropContext } from "./client"

const SECRET = "a01bc9b6f2f54e4c9a0c3b0f7e6d5c4b3a291807f6e5d4c3b2a1908f7e6d5c4b"
const BODY = '{"id":"1","condition":"below:BTC:100000","now":{"price_usd":99990.5}}'

/** The verifying functions of docs/for-bots.md in other languages, with a webhook as the service signs it. */
export const webhookSnippets: readonly InteropClient[] = [
  {
    name: "webhook signature (Python)",
    version: "verify.py",
    needs: ["python3"],
    run: async (context) => {
      const main = `
import os
headers = {"X-Signal402-Id": "1", "X-Signal402-Signature": os.environ["SIGNATURE"]}
body, secret = os.environ["BODY"].encode(), os.environ["SECRET"]
print(is_signed(body, headers, secret), is_signed(body + b" ", headers, secret), is_signed(body, headers, ""), is_signed(body, {}, secret))
`
      const output = await run(context, { file: "verify.py", language: "python", main }, ["python3", "verify.py"])
      return expectLine(output, "True False False False")
    },
  },
  {
    name: "webhook signature (Go)",
    version: "verify.go",
    needs: ["go"],
    run: async (context) => {
      const main = `
func main() {
	headers := http.Header{}
	headers.Set("X-Signal402-Id", "1")
	headers.Set("X-Signal402-Signature", os.Getenv("SIGNATURE"))
	body, secret := os.Getenv("BODY"), os.Getenv("SECRET")
	fmt.Println(isSigned([]byte(body), headers, secret), isSigned([]byte(body+" "), headers, secret),
		isSigned([]byte(body), headers, ""), isSigned([]byte(body), http.Header{}, secret))
}
`
      const output = await run(context, { file: "verify.go", language: "go", main }, ["go", "run", "verify.go"])
      return expectLine(output, "true false false false")
    },
  },
]

type Snippet = { readonly file: string; readonly language: string; readonly main: string }

async function run(
  { folder, exec }: InteropContext,
  { file, language, main }: Snippet,
  [command = "", ...args]: readonly string[],
): Promise<string> {
  const page = readFileSync("docs/for-bots.md", "utf8")
  const [, code = ""] = new RegExp(`^\`\`\`${language}\\n(?:#|//) ${file}\\n(.*?)^\`\`\`$`, "ms").exec(page) ?? []
  writeFileSync(join(folder, file), code.replace('"net/http"', '"net/http"\n\t"os"') + main)
  const SIGNATURE = webhookSignature({ id: "1", body: BODY, secret: SECRET, nowMs: Date.now() })
  return exec(command, args, { SIGNATURE, BODY, SECRET })
}

function expectLine(output: string, line: string): string {
  if (output.trim() === line) return "accepts the signature, and refuses others"
  throw new Error(`${line} was expected: ${output}`)
}
