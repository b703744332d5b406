/*
 * A loader of the browser's bundle. Descriptions and examples of contracts are for documents, and no schema becomes JSON
 * Schema in a browser. Without them a page loads a tenth less.
 * It also loads only the parts of zod that its schemas use.
 */

const TEXT = /(?:"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/
const DESCRIPTION = new RegExp(`\\s*\\.describe\\(\\s*${TEXT.source}(?:\\s*\\+\\s*${TEXT.source})*,?\\s*\\)`, "g")
const EXAMPLE = /^ {2}example: (?:\w+(?:\(.*\))?|\{[\s\S]*?^ {2}\}),$/m
const EXAMPLE_IMPORT = /^import \{ \w+Example \} from .*\n/gm
const EXPORT = /^export (?:const|function|class) (\w+)/gm

/** A contract of `lib/endpoints` or schemas of `lib/api` without descriptions and example. */
function withoutDocuments(source) {
  return source.replaceAll(DESCRIPTION, "").replace(EXAMPLE, "  example: undefined,").replaceAll(EXAMPLE_IMPORT, "")
}

/** A module with the same exports, which do nothing. */
function withoutCode(source) {
  return [...source.matchAll(EXPORT)].map(([, name]) => `export const ${name} = () => undefined\n`).join("")
}

/** Of a namespace import the bundler keeps what is used; of the object `z`, everything. */
function withNamespaceOfZod(source) {
  return source.replace(/^import \{ z \} from "zod"$/m, 'import * as z from "zod"')
}

export default function browserLoader(source) {
  if (this.resourcePath.includes("node_modules")) return withoutCode(source)
  const hasDocuments = /[\\/]lib[\\/](?:api|endpoints)[\\/]/.test(`/${this.resourcePath}`)
  return withNamespaceOfZod(hasDocuments ? withoutDocuments(source) : source)
}
