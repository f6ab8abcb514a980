/** The embedded player on other sites, and pages that other sites must not frame. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OEmbedView } from "#app/domains/outside/embeds/contract.ts";
import { Ear } from "#tests/fixtures/rig/ear.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** The frame that a site would insert for a link: oEmbed as the linked page announces it. */
async function embedOf(link: string): Promise<string> {
  const html = await (await fetch(link)).text();
  const [, href = ""] =
    /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html) ?? [];
  const answer = await fetch(href.replaceAll("&amp;", "&"));
  return ((await answer.json()) as OEmbedView).html;
}

const frameOf = (url: string) => `<iframe src="${url}" width="800" height="326" allow="autoplay"></iframe>`;

/** A page of another site that embeds one of ours. */
async function foreignPage(embedded: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>A blog</title>${embedded}</html>`);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  // By IP address, where the product has a host name: another site for the browser.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("the player that oEmbed describes plays on another site for a visitor who is signed out", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Elsewhere", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 4 });
  await encoder.announce("Framed", "In a frame");
  const { url, server } = await foreignPage(await embedOf(`${cue.origin}/room/${stage.id}`));
  const { page, context } = await visit();
  await page.goto(url);
  const player = page.frameLocator("iframe");
  await player.getByRole("button", { name: "Play Elsewhere" }).click();
  const frame = page.frames().find((each) => each.url().startsWith(cue.origin));
  if (frame === undefined) throw new Error("The player's frame is not there.");
  await new Ear(frame).hears(4);
  await expect(player.getByText("In a frame")).toBeVisible();
  expect(await context.cookies(cue.origin), "a stranger on another site was given a cookie").toEqual([]);
  server.close();
});

test("no page except the player can be framed", async ({ cue, manager, visit, allowConsole }) => {
  const stage = await cue.createStage({ name: "Unframed", manager: manager.username, isOnDemand: true });
  allowConsole(/frame-ancestors|X-Frame-Options|Refused to display|Framing/i);
  const { page } = await visit({ as: manager });
  for (const path of ["/", `/room/${stage.id}`, "/djs", `/management/${stage.id}`, "/profile", "/verify"]) {
    const { url, server } = await foreignPage(frameOf(`${cue.origin}${path}`));
    await page.goto(url);
    const framed = page.frames().map((frame) => frame.url());
    expect(framed.join(" "), `${path} stood in a foreign page`).not.toContain(cue.origin);
    server.close();
  }
});
