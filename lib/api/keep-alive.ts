/**
 * How long a connection stays open between two requests. Longer than a proxy in front keeps it (nginx: 60 s): the side that
 * closes first must be the one that asks, or a request now and then meets a connection that was just closed.
 *
 * `npm start` has the same number in package.json.
 */
export const KEEP_ALIVE_MS = 75_000
