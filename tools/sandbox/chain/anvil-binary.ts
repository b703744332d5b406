import { createRequire } from "node:module"
import { join } from "node:path"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" }

/**
 * The path of the native anvil of this platform, from npm's `@foundry-rs/anvil-<platform>-<arch>`.
 *
 * Looked up from the working folder and not from this module: a bundler moves the module.
 *
 * @throws {SandboxChainError} there is none for this platform, or npm left the optional package out
 */
export function findAnvil(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}`
  try {
    const fromProject = createRequire(join(process.cwd(), "package.json"))
    const fromAnvil = createRequire(fromProject.resolve("@foundry-rs/anvil/package.json"))
    const manifest = fromAnvil.resolve(`${name}/package.json`)
    return join(manifest, "..", "bin", platform === "win32" ? "anvil.exe" : "anvil")
  } catch (cause) {
    const message = `The local chain has no program for ${platform}-${arch}: npm did not install ${name}.`
    throw new SandboxChainError(message, { cause, details: { platform, arch, package: name } })
  }
}
