/**
 * How long an idle connection stays open. It is longer than the time of a proxy in front (nginx: 60 s), because the client side
 * must close first. Otherwise a request can arrive on a connection that was just closed.
 *
 * `npm start` has the same number in package.json.
 */
export const KEEP_ALIVE_MS = 75_000
