import { sql } from "kysely"
import type { Store } from "./open-store"

/** A chat that nobody stops has at most this many codes, so that writing to the bot does not fill the database. */
export const MAX_CODES_PER_CHAT = 20

/** The chats that have asked for the alerts of a code. */
export type TelegramChats = {
  /** `taken`: another chat has the code. `full`: this chat has too many codes. */
  connect(code: string, chat: string, nowMs: number): Promise<"connected" | "taken" | "full">
  /** The chat of a code; `stopped` after `/stop`, `null` when no chat has it. */
  find(code: string): Promise<{ readonly chat: string } | "stopped" | null>
  /** Returns the codes of a chat that wants nothing any more. */
  stop(chat: string, nowMs: number): Promise<readonly string[]>
  /** Deletes codes that were last used before `beforeMs` and belong to no watch. */
  prune(beforeMs: number): Promise<void>
}

export function createTelegramChats(store: Store): TelegramChats {
  const rowOf = (code: string) =>
    store.selectFrom("telegram_chats").selectAll().where("code", "=", code).executeTakeFirst()

  return {
    async connect(code, chat, nowMs) {
      const known = await rowOf(code)
      if (known?.chat_id === chat) return "connected"
      if (known !== undefined && known.chat_id !== null) return "taken"
      const { total } = await store
        .selectFrom("telegram_chats")
        .select(({ fn }) => fn.countAll<number>().as("total"))
        .where("chat_id", "=", chat)
        .executeTakeFirstOrThrow()
      if (total >= MAX_CODES_PER_CHAT) return "full"
      await store
        .insertInto("telegram_chats")
        .values({ code, chat_id: chat, updated_ms: nowMs })
        .onConflict((conflict) => conflict.column("code").doUpdateSet({ chat_id: chat, updated_ms: nowMs }))
        .execute()
      return "connected"
    },

    async find(code) {
      const row = await rowOf(code)
      if (row === undefined) return null
      return row.chat_id === null ? "stopped" : { chat: row.chat_id }
    },

    async stop(chat, nowMs) {
      const rows = await store
        .updateTable("telegram_chats")
        .set({ chat_id: null, updated_ms: nowMs })
        .where("chat_id", "=", chat)
        .returning("code")
        .execute()
      return rows.map(({ code }) => code)
    },

    async prune(beforeMs) {
      await store
        .deleteFrom("telegram_chats")
        .where("updated_ms", "<", beforeMs)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom("alert_watches")
                .select("id")
                .where("target", "=", sql<string>`'telegram:' || telegram_chats.code`),
            ),
          ),
        )
        .execute()
    },
  }
}
