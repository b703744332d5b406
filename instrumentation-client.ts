import { surviveForeignEdits } from "@/lib/client/browser/foreign-edits"

// Next.js runs this before any module of a page. zod would test whether it may compile its schemas; the content security policy
// forbids that, and browsers report each attempt. zod reads this global, so no page has to load zod for the setting:
// https://zod.dev/api?id=jitless
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Before React commits anything.
surviveForeignEdits()
