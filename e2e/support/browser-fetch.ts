import type { Page } from "@playwright/test"

/** A `fetch` that runs in a page, so the browser's CORS rules apply. */
export function browserFetch(page: Page): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body === null ? null : await request.text()
    const call = { url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body }
    const answer = await page.evaluate(async ({ url, ...init }) => {
      const response = await fetch(url, init)
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    }, call)
    return new Response(answer.body, { status: answer.status, headers: answer.headers })
  }
}
