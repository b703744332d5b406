/*
 * A loader of the browser's bundle. Descriptions and examples of contracts are for documents, and no schema becomes JSON
 * Schema in a browser, so that a page loads the small zod instead.
 */

import { build } from "esbuild"

const TEXT = /(?:"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/
const DESCRIPTION = new RegExp(`\\s*\\.describe\\(\\s*${TEXT.source}(?:\\s*\\+\\s*${TEXT.source})*,?\\s*\\)`, "g")
const EXAMPLE = /^ {2}example(?:: \{[\s\S]*?^ {2}\})?,$/m
const EXAMPLE_IMPORT = /^import example from .*\n/m

/** A contract of `lib/endpoints` or schemas of `lib/api` without descriptions and example. */
function withoutDocuments(source) {
  return source.replaceAll(DESCRIPTION, "").replace(EXAMPLE, "  example: undefined,").replace(EXAMPLE_IMPORT, "")
}

/** The bundler removes what a module does not use of a namespace import, and keeps all of the object `z`. */
function withSmallZod(source) {
  return source.replace(/^import \{ z \} from "zod"$/m, 'import * as z from "@/lib/server/nextjs/zod-in-browser"')
}

/** Turbopack would keep all parts of these packages that their modules name. Esbuild keeps what is reachable. */
const LARGE_PACKAGE = /from "(?:zod\/mini|fflate)"/

async function bundled(path) {
  const options = { bundle: true, external: ["@/*"], format: "esm", target: "es2022", write: false, logLevel: "error" }
  const { outputFiles } = await build({ ...options, entryPoints: [path] })
  return outputFiles[0].text
}

export default async function browserLoader(source) {
  if (LARGE_PACKAGE.test(source)) return bundled(this.resourcePath)
  const hasDocuments = /[\\/]lib[\\/](?:api|endpoints)[\\/]/.test(`/${this.resourcePath}`)
  return withSmallZod(hasDocuments ? withoutDocuments(source) : source)
}
