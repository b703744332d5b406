import { fieldRows, type FieldRow } from "./rows"

/** docs/fields.md. Fields with the same source and window are one line. */
export function fieldPage(): string {
  const all = fieldRows()
  const shared = all.find(({ contract }) => contract.id === "risk")?.rows.filter(isShared) ?? []
  const sections = all.map(({ contract, rows }) => {
    const own = rows.filter((row) => !isShared(row))
    return `## ${contract.title}\n\n\`GET /api${contract.path}\`\n\n${tableOf(own)}`
  })
  return [HEAD, `## Metadata of every answer\n\n${tableOf(shared)}`, ...sections].join("\n\n") + "\n"
}

const HEAD = `# Fields

Every field of every answer: unit, source and window. \`npm run build:docs\` writes this page from the contracts in \`lib/endpoints\`; a test
refuses a field without all three. \`{coin}\` is BTC, ETH or SOL, \`*\` any name.`

function isShared({ field }: FieldRow): boolean {
  return field.startsWith("meta.")
}

function tableOf(rows: readonly FieldRow[]): string {
  const lines = new Map<string, string[]>()
  for (const { field, unit, source, window } of rows) {
    const key = `${unit} | ${source} | ${window}`
    lines.set(key, [...(lines.get(key) ?? []), `\`${field}\``])
  }
  const body = [...lines].map(([key, fields]) => `| ${fields.join(", ")} | ${key} |`)
  return ["| field | unit | source | window |", "|---|---|---|---|", ...body].join("\n")
}
