/** Parameters and fields that name a receiver of alerts or hold a key. */
const SECRET_PARAMETER = /([?&](?:target|secret|token|key|api_?key|password|signature)=)[^&\s"'#]+/gi
const SECRET_FIELD = /("(?:target|secret|token_?secret|api_?key|password)"\s*:\s*")[^"]+/gi

/** Hides the target of an alert and keys in a URL or a JSON text. */
export function maskSecrets(text: string): string {
  return text.replaceAll(SECRET_PARAMETER, "$1•••").replaceAll(SECRET_FIELD, "$1•••")
}
