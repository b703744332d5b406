const OPENING = new Set(["{", "["])
const CLOSING = new Set(["}", "]"])

/** Whether a JSON text nests objects and arrays deeper than `maxDepth`. Reads the text once and parses nothing. */
export function isNestedDeeperThan(json: string, maxDepth: number): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charAt(index)
    if (isInString) {
      if (character === "\\") index += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (OPENING.has(character)) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (CLOSING.has(character)) depth -= 1
  }
  return false
}
