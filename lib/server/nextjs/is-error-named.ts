/** `instanceof` is false for an error that another bundle of the built server threw, so its name decides. */
export function isErrorNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
