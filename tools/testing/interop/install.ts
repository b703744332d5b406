import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { InteropContext } from "./client"

/** Installs packages into the client's folder, with the packages that TypeScript programs need. */
export async function installNpm({ folder, exec }: InteropContext, packages: readonly string[]): Promise<void> {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "interop", private: true, type: "module" }))
  const tools = ["typescript@5.9.3", "@types/node@20.19.43", "tsx@4.23.15"]
  await exec("npm", ["install", "--no-audit", "--no-fund", "--silent", ...tools, ...packages])
}

/** A Python of its own, so that nothing on this machine changes. Returns its interpreter. */
export async function installPython({ folder, exec }: InteropContext, packages: readonly string[]): Promise<string> {
  await exec("python3", ["-m", "venv", "venv"])
  const python = join(folder, "venv/bin/python")
  await exec(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages])
  return python
}
