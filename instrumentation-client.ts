// Next.js runs this before any module of a page. Schemas would try whether they may compile themselves; the policy of
// these pages forbids that, and browsers report each try. zod reads its settings from this global, so that saying it here
// costs no page the weight of zod: https://zod.dev/api?id=jitless
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
