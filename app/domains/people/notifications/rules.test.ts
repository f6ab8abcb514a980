import { describe, expect, test } from "vitest";
import { type MailToggle, type NoticeKind, type NoticeToggle, noticeKinds } from "./contract.ts";
import { endableNames, kindRules, mailToggles, toggleNames } from "./kinds.ts";
import { decideChannels, mailAfterMs, mailAfterPushMs, openPageMs, type Situation } from "./rules.ts";

const now = 1_000_000;
const morning = now + 8 * 3_600_000;
const allOn = Object.fromEntries(
  Object.keys(endableNames).map((name) => [name, true]),
) as Situation["toggles"];

const situation = (kind: NoticeKind, change: Partial<Situation> = {}): Situation => ({
  kind,
  toggles: allOn,
  canBeMailed: true,
  devices: 1,
  hasOpenPage: false,
  quietUntil: null,
  now,
  ...change,
});
const without = (...names: (NoticeToggle | MailToggle)[]) => ({
  toggles: { ...allOn, ...Object.fromEntries(names.map((name) => [name, false])) },
});

/** Situations with the time of each channel (in-app, push and email): `now`, a later time, or `-` for never. */
const cases: Record<string, Partial<Situation>> = {
  "with a device": {},
  "without a device": { devices: 0 },
  "with a page open": { hasOpenPage: true },
  "a page and no device": { hasOpenPage: true, devices: 0 },
  "in quiet hours": { quietUntil: morning },
  "quiet, no device": { quietUntil: morning, devices: 0 },
  "no mail wanted": without("emailNotifications"),
  "address not verified": { canBeMailed: false },
};
const social = {
  "with a device": "list, push now, mail 3h",
  "without a device": "list, push -, mail 15m",
  "with a page open": "list, push 10s, mail 3h",
  "a page and no device": "list, push -, mail 15m",
  "in quiet hours": "list, push morning, mail morning",
  "quiet, no device": "list, push -, mail morning",
  "no mail wanted": "list, push now, mail -",
  "address not verified": "list, push now, mail -",
};
const live = {
  "with a device": "list, push now, mail -",
  "without a device": "list, push -, mail now",
  "with a page open": "list, push now, mail -",
  "a page and no device": "list, push -, mail -",
  "in quiet hours": "list, push -, mail -",
  "quiet, no device": "list, push -, mail -",
  "no mail wanted": "list, push now, mail -",
  "address not verified": "list, push now, mail -",
};
const elsewhere = Object.fromEntries(
  Object.entries(social).map(([name, told]) => [name, told.replace("list", "-")]),
);
const expected: Record<NoticeKind, Record<string, string>> = {
  follow: social,
  message: elsewhere,
  mention: social,
  booking: social,
  "performer-live": live,
  "stage-live": live,
  award: social,
  tip: social,
  announcement: social,
  operators: social,
  "mount-busy": social,
  "mount-password": social,
  "set-late": live,
  "still-connected": live,
  elsewhere: social,
};

const times = new Map<number | null, string>([
  [null, "-"],
  [now, "now"],
  [now + openPageMs, "10s"],
  [now + mailAfterMs, "15m"],
  [now + mailAfterPushMs, "3h"],
  [morning, "morning"],
]);

function told(input: Situation): string {
  const { inApp, pushAt, mailAt } = decideChannels(input);
  return `${inApp ? "list" : "-"}, push ${times.get(pushAt)}, mail ${times.get(mailAt)}`;
}

/** The settings switch that controls each kind, and whether the list keeps it when switched off. */
const switches: Record<NoticeKind, [NoticeToggle, "kept" | "gone"]> = {
  follow: ["followerNotifications", "gone"],
  message: ["chatNotifications", "gone"],
  mention: ["mentionNotifications", "gone"],
  booking: ["bookingNotifications", "kept"],
  "performer-live": ["notifications", "gone"],
  "stage-live": ["roomNotifications", "gone"],
  award: ["systemNotifications", "gone"],
  tip: ["systemNotifications", "gone"],
  announcement: ["systemNotifications", "gone"],
  operators: ["systemNotifications", "kept"],
  "mount-busy": ["systemNotifications", "kept"],
  "mount-password": ["systemNotifications", "kept"],
  "set-late": ["bookingNotifications", "kept"],
  "still-connected": ["bookingNotifications", "kept"],
  elsewhere: ["systemNotifications", "kept"],
};

describe.each(noticeKinds)("%s", (kind) => {
  const [toggle, inList] = switches[kind];

  test.each(Object.entries(cases))("%s", (name, change) => {
    expect(told(situation(kind, change))).toBe(expected[kind][name]);
  });

  test("its own switch turns off push and email, and optional entries of the list", () => {
    expect(told(situation(kind, without(toggle)))).toBe(
      `${inList === "kept" ? "list" : "-"}, push -, mail -`,
    );
  });

  test("its own email switch turns off only its emails", () => {
    const own = mailToggles[kindRules[kind].toggle];
    const others = Object.values(mailToggles).filter((name) => name !== own);
    const apart = { devices: 0, ...without(...others) };
    expect(told(situation(kind, apart))).toBe(told(situation(kind, { devices: 0 })));
    expect(decideChannels(situation(kind, { devices: 0, ...without(own) })).mailAt).toBeNull();
    const { inApp, pushAt } = decideChannels(situation(kind));
    expect(decideChannels(situation(kind, without(own)))).toEqual({ inApp, pushAt, mailAt: null });
  });

  test("other switches do not affect it, except the one for all emails", () => {
    const others = Object.keys(toggleNames).filter(
      (name) => name !== toggle && name !== "emailNotifications",
    );
    expect(told(situation(kind, without(...(others as NoticeToggle[]))))).toBe(told(situation(kind)));
  });
});
