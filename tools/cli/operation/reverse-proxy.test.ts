import { expect, test } from "vitest"
import { nginxConfig } from "./reverse-proxy"

test("nginxConfig() is the manual's nginx block with another address and certificate", () => {
  const config = nginxConfig({ port: 8443, targets: [4001, 4002], key: "/tmp/tls.key", certificate: "/tmp/tls.pem" })
  expect(config).toContain("listen 127.0.0.1:8443 ssl;")
  expect(config).toContain("server 127.0.0.1:4001 max_fails=0;\n  server 127.0.0.1:4002 max_fails=0;")
  expect(config).not.toMatch(/letsencrypt|rate=20r/)
})
