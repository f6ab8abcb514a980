/** The popup of a music service: what it passes to the page that opened it, and to no other. */
import type { Page } from "@playwright/test";
import { heading } from "#tests/fixtures/landing-page.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("the popup of a music service", () => {
  /** Opens `address` in a popup of `page`. Returns the message that the page gets, or null after a timeout. */
  const told = (page: Page, address: string) =>
    page.evaluate(async (url) => {
      const message = new Promise((resolve) => {
        window.addEventListener("message", ({ data, origin }) => resolve({ data, origin }), { once: true });
        setTimeout(() => resolve(null), 5_000);
      });
      window.open(url, "music", "width=400,height=600");
      return message;
    }, address);

  test("passes the tokens to the page that opened it and closes", async ({ visit, cue }) => {
    const { page, context } = await visit();
    // The service's own page in the same window, which leads back here.
    await context.route("https://music.example/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<script>location.replace("${cue.origin}/music-token/${new URL(route.request().url()).pathname.slice(1)}")</script>`,
      }),
    );
    await open(page, "/");
    const closed = context.waitForEvent("page").then((popup) => popup.waitForEvent("close"));
    expect(await told(page, "https://music.example/access-canary.1/refresh-canary~2")).toEqual({
      origin: cue.origin,
      data: { type: "music-token", access: "access-canary.1", refresh: "refresh-canary~2" },
    });
    await closed;
    expect(await told(page, "https://music.example/error")).toMatchObject({
      data: { type: "music-token-error", reason: "failed" },
    });
    expect(await told(page, "https://music.example/subscriptionerror")).toMatchObject({
      data: { type: "music-token-error", reason: "subscription" },
    });
    expect(await cue.logs()).not.toMatch(/(?:access|refresh)-canary/);
  });

  test("passes no token to another origin, and shows an error when no page opened it", async ({
    visit,
    cue,
  }) => {
    const { page, context } = await visit();
    const address = `${cue.origin}/music-token/access-canary/refresh-canary`;
    await context.route("https://evil.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
    );
    await page.goto("https://evil.example/");
    const popup = context.waitForEvent("page");
    expect(await told(page, address)).toBeNull();
    await expect(heading(await popup, "Not connected")).toBeVisible();

    const alone = await visit();
    const seen: string[] = [];
    alone.page.on("request", (request) => {
      const referrer = request.headers().referer;
      if (referrer) seen.push(referrer);
    });
    const response = await alone.page.goto(address);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await expect(heading(alone.page, "Not connected")).toBeVisible();
    await expect(alone.page).toHaveURL(`${cue.origin}/music-token`);
    expect(seen, "an address with tokens was passed on").toEqual([]);
  });
});
