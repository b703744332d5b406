import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { viewChain } from "@/tools/testing/payments/chain-view"
import { newPayer, FAUCET_AMOUNT } from "@/tools/testing/payments/x402-payer"
import { readTerms } from "@/tools/testing/payments/x402-terms"
import type { InteropClient, InteropContext } from "./client"

const GO_ETHEREUM = "v1.16.7"
const RUST_VERSION = "2.0.2"
const WEB3J = "4.12.3"

/** The programs of clients in languages that are compiled. */
export const nativePrograms: readonly InteropClient[] = [
  {
    name: "clients/go",
    version: `go-ethereum ${GO_ETHEREUM}`,
    scheme: "exact",
    needs: ["go"],
    run: async (context) => {
      const { folder, exec } = context
      writeFileSync(join(folder, "main.go"), programFor(context, "go/buy.go"))
      await exec("go", ["mod", "init", "buy"])
      await exec("go", ["get", `github.com/ethereum/go-ethereum@${GO_ETHEREUM}`])
      await exec("go", ["mod", "tidy"])
      await exec("go", ["build", "-o", "buy", "."])
      return buyWithKey(context, [join(folder, "buy")])
    },
  },
  {
    name: "x402-reqwest (Rust)",
    version: RUST_VERSION,
    scheme: "exact",
    needs: ["cargo"],
    run: async (context) => {
      const { folder, exec } = context
      mkdirSync(join(folder, "src"))
      writeFileSync(join(folder, "src/main.rs"), programFor(context, "rust/main.rs"))
      writeFileSync(join(folder, "Cargo.toml"), programFor(context, "rust/Cargo.toml"))
      await exec("cargo", ["build", "--quiet"], { CARGO_PROFILE_DEV_DEBUG: "none" })
      return buyWithKey(context, [join(folder, "target/debug/buy")])
    },
  },
  {
    name: "clients/java",
    version: `web3j ${WEB3J}`,
    scheme: "exact",
    needs: ["java", "mvn"],
    run: async (context) => {
      const { folder, exec } = context
      writeFileSync(join(folder, "Buy.java"), programFor(context, "java/Buy.java"))
      writeFileSync(join(folder, "pom.xml"), programFor(context, "java/pom.xml"))
      await exec("mvn", ["-q", "-B", "dependency:copy-dependencies"])
      return buyWithKey(context, ["java", "-cp", "target/dependency/*", "Buy.java"])
    },
  },
]

function programFor({ origin }: InteropContext, file: string): string {
  return readFileSync(join("clients", file), "utf8").replaceAll("http://localhost:3402", origin)
}

/** Runs a program whose wallet is in KEY, and reads its payments from the chain. */
async function buyWithKey(
  { origin, exec }: InteropContext,
  [command = "", ...args]: readonly string[],
): Promise<string> {
  const payer = await newPayer(origin)
  const { asset } = await readTerms(origin)
  const refused = await exec(command, args, { KEY: payer.key }).catch(String)
  if (refused.startsWith("200")) throw new Error("It pays a token that it does not know.")
  const output = await exec(command, args, { KEY: payer.key, ASSET: asset })
  const paid = FAUCET_AMOUNT - (await (await viewChain(origin)).balanceOf(payer.address))
  if (!/^200 (?:OK )?\{"coin":"BTC"/.test(output) || paid !== signalContract.price) {
    throw new Error(`It paid ${paid} and printed ${output.slice(0, 400)}`)
  }
  return "bought"
}
