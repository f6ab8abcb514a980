/** Every long text on the page that shows it. */
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { faultCodes } from "#app/domains/air/media/encoder-faults.ts";
import ButtRoute from "#app/routes/guides/butt-route.tsx";
import MixxxRoute from "#app/routes/guides/mixxx-route.tsx";
import TraktorRoute from "#app/routes/guides/traktor-route.tsx";
import VirtualDjRoute from "#app/routes/guides/virtualdj-route.tsx";
import HelpRoute from "#app/routes/performer-help/help-route.tsx";
import HowToUseRoute from "#app/routes/performer-help/how-to-use-route.tsx";
import PrivacyRoute from "#app/routes/privacy/route.tsx";
import { entriesFor } from "#app/routes/settings/entries.ts";
import TermsRoute from "#app/routes/tos/route.tsx";
import WebhooksRoute from "#app/routes/webhooks/route.tsx";
import routes from "#app/routes.ts";
import broadcastingHelp from "./broadcasting-help.md";
import butt from "./butt.md";
import howToUse from "./how-to-use.md";
import type { LongText, TextSection } from "./long-text.ts";
import mixxx from "./mixxx.md";
import privacy from "./privacy.md";
import terms from "./terms.md";
import traktor from "./traktor.md";
import virtualDj from "./virtualdj.md";
import webhooks from "./webhooks.md";

const contact = "crew@cue.example";
const guide = { type: "dj", ingest: { address: "in.cue.example", port: 1337 }, isSignedIn: false };
const help = { address: "in.cue.example", port: 1337 };

/** The path, the text, the route module, and the other loader data. */
type Shown = [string, LongText, unknown, object];

const pages: Shown[] = [
  ["/djs/traktor", traktor, TraktorRoute, guide],
  ["/djs/virtualdj", virtualDj, VirtualDjRoute, guide],
  ["/djs/mixxx", mixxx, MixxxRoute, guide],
  ["/djs/butt", butt, ButtRoute, guide],
  ["/djs/how-to-use", howToUse, HowToUseRoute, {}],
  ["/djs/help", broadcastingHelp, HelpRoute, { ...help, contact }],
  ["/djs/help", broadcastingHelp, HelpRoute, { ...help, contact: null }],
  ["/privacy", privacy, PrivacyRoute, { contact, canSendEmail: true }],
  ["/privacy", privacy, PrivacyRoute, { contact: null, canSendEmail: false }],
  ["/tos", terms, TermsRoute, { contact }],
  ["/tos", terms, TermsRoute, { contact: null }],
  ["/webhooks", webhooks, WebhooksRoute, {}],
];

/** The page as a reader sees it who has passed the stream test, or has not. */
function htmlOf([path, text, Route, loaderData]: Shown, hasPassedTest = true): string {
  const Page = Route as ComponentType<{ loaderData: object }>;
  const Component = () => createElement(Page, { loaderData: { text, ...loaderData } });
  const Stub = createRoutesStub([{ id: "root", path: "/", children: [{ path, Component }] }]);
  const root = { viewer: { hasPassedTest } };
  return renderToStaticMarkup(
    createElement(Stub, { initialEntries: [path], hydrationData: { loaderData: { root } } }),
  );
}

const sectionsOf = ({ sections }: LongText) => sections.flatMap((each) => [each, ...each.parts]);

/** The addresses of pages, except those with a parameter. */
function pathsOf(entries: { path?: string; children?: unknown }[], from = ""): string[] {
  return entries.flatMap(({ path = "", children }) => {
    const own = path === "" ? from : `${from}/${path}`;
    return [own, ...pathsOf((children ?? []) as { path?: string }[], own)];
  });
}

describe.each(pages)("the text of %s", (...page) => {
  const [, text] = page;
  const html = htmlOf(page);

  test("has all placeholders filled, and a unique anchor for each section", () => {
    const ids = sectionsOf(text).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(html).toContain(`id="${id}"`);
    expect(html).not.toMatch(/\{%|undefined/);
  });

  test("links only to pages that exist", () => {
    const links = [...html.matchAll(/href="(\/[^"#?]*)/g)].map(([, to]) => to);
    const known = new Set([...pathsOf(routes), "/"]);
    expect(links.filter((to) => to !== undefined && !known.has(to))).toEqual([]);
  });
});

test("texts link to performers' settings only for performers: for others those pages do not exist", () => {
  const settings = entriesFor(true, true).flatMap(({ entries }) => entries);
  const performers = settings.filter(({ isForPerformers }) => isForPerformers).map(({ to }) => to);
  const texts: Shown[] = [
    ["/privacy", privacy, PrivacyRoute, { contact, canSendEmail: true }],
    ["/tos", terms, TermsRoute, { contact }],
    ["/webhooks", webhooks, WebhooksRoute, {}],
  ];
  const linked = (hasPassedTest: boolean) => {
    const html = texts.map((page) => htmlOf(page, hasPassedTest)).join("");
    return performers.filter((to) => html.includes(`href="${to}"`));
  };
  expect(linked(true)).toEqual(performers);
  expect(linked(false)).toEqual([]);
});

test("texts refer readers to the contact address, or to the feedback form without one", () => {
  expect(htmlOf(["/tos", terms, TermsRoute, { contact }])).toContain(`href="mailto:${contact}"`);
  const html = htmlOf(["/tos", terms, TermsRoute, { contact: null }]);
  expect(html).toContain('href="/settings/feedback"');
  expect(html).not.toContain("mailto:");
});

test("every encoder warning is explained with a remedy, in the same order", () => {
  const warnings = broadcastingHelp.sections.find(({ id }) => id === "warnings")?.parts ?? [];
  expect(warnings.map(({ id }) => id)).toEqual([...faultCodes]);
  const hasRemedy = ({ body }: TextSection) => body.some((piece) => piece[0] === "ul");
  expect(warnings.every(hasRemedy)).toBe(true);
});
