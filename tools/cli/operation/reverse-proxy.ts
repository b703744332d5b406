import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { openLoadBalancer } from "@/tools/cli/dev-load-balancer"
import { stop } from "@/tools/cli/run"
import { isAvailable } from "@/tools/testing/interop/client"

export type ReverseProxy = {
  readonly name: string
  readonly origin: string
  /** The certificate that clients trust; `null`: no TLS. */
  readonly certificate: string | null
  readonly stop: () => Promise<void>
}

/** One address before the processes: nginx with TLS as `docs/operating.md` configures it, or the load balancer of the demo. */
export async function openReverseProxy(
  folder: string,
  port: number,
  targets: readonly number[],
): Promise<ReverseProxy> {
  if ((await isAvailable("nginx")) && (await isAvailable("openssl"))) return openNginx(folder, port, targets)
  const balancer = await openLoadBalancer(port, targets)
  const origin = `http://127.0.0.1:${port}`
  return { name: "the demo's load balancer, because nginx is not installed", origin, certificate: null, ...balancer }
}

async function openNginx(folder: string, port: number, targets: readonly number[]): Promise<ReverseProxy> {
  const [key, certificate] = [join(folder, "tls.key"), join(folder, "tls.pem")]
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
  const files = ["-keyout", key, "-out", certificate]
  await promisify(execFile)("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...subject,
    ...files,
  ])
  const file = join(folder, "nginx.conf")
  writeFileSync(file, nginxConfig({ port, targets, key, certificate }))
  const child = spawn("nginx", ["-p", folder, "-c", file, "-e", join(folder, "nginx.log"), "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  await once(child, "spawn")
  return {
    name: "nginx with TLS",
    origin: `https://localhost:${port}`,
    certificate: readFileSync(certificate, "utf8"),
    stop: () => stop(child),
  }
}

type NginxOptions = {
  readonly port: number
  readonly targets: readonly number[]
  readonly key: string
  readonly certificate: string
}

/**
 * The block of the manual for another address and certificate. All payers of a rehearsal are one client, so the rate limit is
 * that of many.
 *
 * @throws {Error} the manual has another block, so that this one would test something else
 */
export function nginxConfig({ port, targets, key, certificate }: NginxOptions): string {
  const [, manual] = /```nginx\n(.*?)```/s.exec(readFileSync("docs/operating.md", "utf8")) ?? []
  if (manual === undefined) throw new Error("docs/operating.md has no nginx block.")
  const changes = [
    ["rate=20r/s", "rate=2000r/s"],
    ["burst=100", "burst=1000"],
    ["signal402_connections 100", "signal402_connections 1000"],
    ["  server 127.0.0.1:3402 max_fails=0;", targets.map((own) => `  server 127.0.0.1:${own} max_fails=0;`).join("\n")],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["/etc/letsencrypt/live/signal402.example/fullchain.pem", certificate],
    ["/etc/letsencrypt/live/signal402.example/privkey.pem", key],
  ] as const
  const block = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The nginx block of docs/operating.md has no "${from}".`)
    return text.replace(from, to)
  }, manual)
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${name};`)
    .join(" ")
  return `pid nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${block}}\n`
}
