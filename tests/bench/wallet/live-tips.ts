/** Tips as a performer sees them: two browsers, many people who tip, a reload and an outage. */
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium } from "@playwright/test";
import { callOperator, localAccess } from "#scripts/admin/operator-call.ts";
import { addPerson, confirmEmail } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import { type Chapter, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";

/** Each tips 1, 2, 3, … tokens, so that a row of the dashboard says which tip it is. A minute allows ten. */
const people = 20;
const tipsEach = 10;
const everyMs = 200;
const reloadAfter = 60;
const outageAfter = 120;
const outageMs = 20_000;
/** Time after the last tip in which the dashboard has to show everything. */
const restMs = 15_000;

interface Sent {
  key: string;
  at: number;
  /** The dashboard could not be reached. */
  isInOutage: boolean;
}

/** The time of the dashboard between a tip's request and its row. */
export async function benchLiveTips(): Promise<Chapter> {
  const cue = await CueInstance.start();
  const browsers = [await chromium.launch(listeningBrowser), await chromium.launch(listeningBrowser)];
  const [deskBrowser, stageBrowser] = browsers;
  if (deskBrowser === undefined || stageBrowser === undefined) throw new Error("There is no browser.");
  const hall = await openHall(cue);
  try {
    const desk = await openDesk(cue, await deskBrowser.newContext(), hall);
    const stagePage = await (await signedIn(cue, await stageBrowser.newContext(), hall.fans[0])).newPage();
    await stagePage.goto(`${cue.origin}/room/${hall.stage}`);
    await desk.page.getByText("LIVE", { exact: true }).first().waitFor({ timeout: 30_000 });
    const sent = await tipAll(hall, desk);
    await sleep(restMs);
    const audience = await desk.page.getByRole("region", { name: "Audience" }).innerText();
    return toChapter({ sent, rows: desk.rows, twice: await desk.twice(), audience });
  } finally {
    for (const browser of browsers) await browser.close();
    await hall.encoder.kill();
    await cue.stop();
  }
}

interface Hall {
  stage: string;
  set: string;
  theo: Person;
  fans: Person[];
  encoder: Encoder;
}

async function openHall(cue: CueInstance): Promise<Hall> {
  const manager = await addPerson(cue, "Manager");
  await cue.admin("make-manager", manager.username);
  const theo = await addPerson(cue, "Theo");
  const ingest = await cue.makePerformer(theo.username);
  const stage = await cue.createStage({ name: "Cellar", manager: manager.username, isOnDemand: false });
  const now = Date.now();
  const { id: set } = await cue.createSet({
    stage: stage.id,
    performer: theo.username,
    name: "Low Ceilings",
    startsAt: now - 60_000,
    endsAt: now + 30 * 60_000,
  });
  const fans: Person[] = [];
  for (let fan = 0; fan < people; fan++) fans.push(await openFan(cue, `Fan${fan}`));
  const encoder = await Encoder.start({ ...ingest, port: cue.ingestPort, format: "mp3", track: 0 });
  return { stage: stage.id, set, theo, fans, encoder };
}

async function openFan(cue: CueInstance, name: string): Promise<Person> {
  const fan = await addPerson(cue, name);
  confirmEmail(cue, fan.id);
  const body = { user: fan.username, amount: 100, reason: "a bench" };
  await callOperator({ call: "tokens/grant", body, origin: undefined }, localAccess(cue.state));
  await fan.get("/api/sharedSecrets/claimTokens");
  return fan;
}

/** The performer's dashboard, which notes when each row appears, also across a reload. */
async function openDesk(cue: CueInstance, context: BrowserContext, { theo, set }: Hall) {
  const rows = new Map<string, number>();
  let isOut = false;
  const open = new Set<{ close(): Promise<void> }>();
  await signedIn(cue, context, theo);
  await context.routeWebSocket(/.*/, (socket) => {
    if (isOut) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  await context.exposeFunction("noteRow", (key: string, at: number) => {
    if (!rows.has(key)) rows.set(key, at);
  });
  await context.addInitScript(() => {
    const { noteRow } = globalThis as unknown as { noteRow: (key: string, at: number) => void };
    const seen = new Set<string>();
    const look = () => {
      for (const button of document.querySelectorAll("button"))
        if (button.textContent === "Show All Tips") button.click();
      for (const row of document.querySelectorAll('ol[aria-label="Tips"] > li')) {
        const [name, amount] = [row.querySelector("bdi")?.textContent, row.querySelector("b")?.textContent];
        const key = `${name} ${Number.parseInt(amount ?? "", 10)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        noteRow(key, Date.now());
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const page = await context.newPage();
  const load = async () => {
    await page.goto(`${cue.origin}/djs/live-dashboard/${set}`);
    await page.getByRole("region", { name: "Tips" }).waitFor();
  };
  await load();
  return {
    page,
    rows,
    load,
    async cut() {
      isOut = true;
      await context.setOffline(true);
      for (const socket of open) await socket.close().catch(() => {});
      open.clear();
    },
    async restore() {
      isOut = false;
      await context.setOffline(false);
    },
    /** Counts the rows that the list has more than once. */
    async twice(): Promise<number> {
      const texts = await page
        .locator('ol[aria-label="Tips"] > li')
        .evaluateAll((items) =>
          items.map(
            (item) => `${item.querySelector("bdi")?.textContent} ${item.querySelector("b")?.textContent}`,
          ),
        );
      return texts.length - new Set(texts).size;
    },
  };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function signedIn(cue: CueInstance, context: BrowserContext, person: Person | undefined) {
  const cookie = { name: "cue", value: person?.token ?? "", url: cue.origin, httpOnly: true };
  await context.addCookies([{ ...cookie, sameSite: "Lax" }]);
  return context;
}

/** Everyone in turn, at a steady pace that waits for nothing. */
async function tipAll({ fans, stage, theo }: Hall, desk: Desk): Promise<Sent[]> {
  const sent: Sent[] = [];
  const answers: Promise<unknown>[] = [];
  let isInOutage = false;
  const start = performance.now();
  for (let count = 0; count < people * tipsEach; count++) {
    await sleep(start + count * everyMs - performance.now());
    const fan = fans[count % people];
    if (fan === undefined) throw new Error("There is nobody.");
    const amount = 1 + Math.floor(count / people);
    if (count === reloadAfter) answers.push(desk.load());
    if (count === outageAfter) {
      await desk.cut();
      isInOutage = true;
      answers.push(
        sleep(outageMs).then(() => {
          isInOutage = false;
          return desk.restore();
        }),
      );
    }
    sent.push({ key: `${fan.username} ${amount}`, at: Date.now(), isInOutage });
    answers.push(tip(fan, { stage, performer: theo.id, amount }));
  }
  await Promise.all(answers);
  return sent;
}

async function tip(fan: Person, order: { stage: string; performer: string; amount: number }): Promise<void> {
  const { stage, performer, amount } = order;
  const body = { id: crypto.randomUUID(), amount, room: stage, performer };
  const { status, body: answer } = await fan.post("/api/tokens/tip", body);
  if (status !== 200) throw new Error(`A tip was refused: ${status} ${JSON.stringify(answer)}`);
}

interface Found {
  sent: Sent[];
  /** Time when the row of each tip appeared, epoch ms. */
  rows: ReadonlyMap<string, number>;
  twice: number;
  audience: string;
}

function toChapter({ sent, rows, twice, audience }: Found): Chapter {
  const shownAfter = (isInOutage: boolean) =>
    sent
      .filter((each) => each.isInOutage === isInOutage)
      .flatMap(({ key, at }) => {
        const shownAt = rows.get(key);
        return shownAt === undefined ? [] : [shownAt - at];
      });
  const [reached, late] = [shownAfter(false), shownAfter(true)];
  const total = (people * tipsEach * (tipsEach + 1)) / 2;
  return {
    name: "live-tips",
    title: "Tips on the performer's dashboard",
    method:
      `Two browsers: a listener's on the stage, the performer's on the dashboard. ${people} people send ${people * tipsEach} tips, one every ${everyMs} ms; ` +
      `the dashboard is reloaded after ${reloadAfter} and cut off for ${outageMs / 1_000} s after ${outageAfter}. Times are from the request to the row, by the clock of this machine.`,
    figures: [
      { what: "tips sent / shown", value: `${sent.length} / ${rows.size}`, aim: "all" },
      { what: "shown more than once", value: String(twice), aim: "0" },
      {
        what: "sum that the dashboard shows is that of all tips",
        value: audience.replaceAll(/\s/g, "").includes(`tokenstipped${total.toLocaleString("en")}`)
          ? "yes"
          : "no",
        aim: "yes",
      },
      {
        what: "request to row, median / p95 / longest, the reload included",
        value: `${ms(median(reached))} / ${ms(percentile(reached, 0.95))} / ${ms(percentile(reached, 1))}`,
        aim: "p95 ≤ 1 s",
      },
      { what: "of the outage: request to row, longest", value: ms(percentile(late, 1)) },
    ],
    voidBecause: [],
  };
}
