import { type KyselyPlugin, RawNode, type RootOperationNode } from "kysely"
import type { Store } from "@/lib/store/open-store"

const WRITES: ReadonlySet<string> = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"])

/** A store whose disk has no room while `isFull` returns true: reads work, writes fail as SQLite's do. */
export function onFullDisk(store: Store, isFull: () => boolean): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (isWrite(node) && isFull()) {
        throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" })
      }
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return store.withPlugin(plugin)
}

/** Also for raw SQL. */
function isWrite(node: RootOperationNode): boolean {
  return WRITES.has(node.kind) || (RawNode.is(node) && /\b(?:insert|update|delete)\b/.test(node.sqlFragments.join("?")))
}
