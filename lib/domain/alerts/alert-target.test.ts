import { expect, test } from "vitest"
import { normalizedTarget } from "./alert-target"

test.each([
  ["https://discord.com/api/webhooks/1/t", "https://discord.com/api/webhooks/1/t"],
  ["https://discord.com/api/webhooks/1/t#2", "https://discord.com/api/webhooks/1/t"],
  [" HTTPS://Discord.com:443/api/./webhooks/1/t", "https://discord.com/api/webhooks/1/t"],
  ["https://hooks.example.com?a=1#", "https://hooks.example.com/?a=1"],
  ["http://127.0.0.1:4020/hook", "http://127.0.0.1:4020/hook"],
  ["telegram:0123456789abcdef01234567", "telegram:0123456789abcdef01234567"],
  ["no URL", "no URL"],
])("%s is the target %s", (text, expected) => expect(normalizedTarget(text)).toBe(expected))
