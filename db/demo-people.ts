/** The people of the demo: their names, follows and awards. */
import { encodeTime } from "ulidx";
import type { userAwards, users } from "./schema/index.ts";

/** A fixed ULID: always the same for the same thing. */
export const fixedId = (at: number, name: string) => `${encodeTime(at, 10)}${name.padStart(16, "0")}`;
export const madeAt = Date.UTC(2026, 0, 1);
const dayMs = 24 * 3_600_000;

/** Time before the first start when the people came and the stages opened: all that they have done since is later. */
const joinedBeforeMs = 30 * dayMs;
export const demoJoinedAt = (now: number) => now - joinedBeforeMs;

export const personIds = {
  nell: fixedId(madeAt, "DEM0NE11"),
  ada: fixedId(madeAt, "DEM0ADA"),
  juno: fixedId(madeAt, "DEM0JVN0"),
  theo: fixedId(madeAt, "DEM0THE0"),
  aoi: fixedId(madeAt, "DEM0A01"),
  layla: fixedId(madeAt, "DEM0JAY1A"),
  eleni: fixedId(madeAt, "DEM0E1EN1"),
};
type Name = keyof typeof personIds;

interface DemoPerson extends Partial<typeof users.$inferInsert> {
  username: string;
  email: string;
}

const performer = { performerType: "dj", isPerformer: true, hasPassedTest: true } as const;

/** Two of them are performers, one manages the stages, the others come to listen. */
export const demoPeople: Readonly<Record<Name, DemoPerson>> = {
  nell: {
    username: "NellHart",
    email: "nellhart@demo.example",
    first: "Nell",
    last: "Hart",
    bio: "Here for the second half of every set.",
    location: "Leeds, England, United Kingdom",
    tags: ["ambient", "dub", "long sets"],
  },
  ada: {
    ...performer,
    username: "AdaMarlow",
    email: "adamarlow@demo.example",
    first: "Ada",
    last: "Marlow",
    bio: [
      "Slow mornings, long fades, and one song about a tram.",
      "I play what the light does: quiet before six, warm by noon, and nothing above 110 until the lamps are on.",
    ].join("\n\n"),
    location: "Lisbon, Portugal",
    tags: ["electronica", "downtempo", "balearic", "field recordings"],
    controller: "Two media players, a four-channel mixer and a tape delay that was once dropped in a river",
    program: "Mixxx",
    experience: "Eleven years of sunrise sets, four of them on a roof.",
    referrerId: personIds.theo,
  },
  juno: {
    ...performer,
    username: "JunoVale",
    email: "junovale@demo.example",
    first: "Juno",
    last: "Vale",
    bio: "Vinyl, mostly from attics. If it crackles, it was loved.",
    location: "Ghent, Flanders, Belgium",
    tags: ["soul", "jazz", "library music", "vinyl only"],
    controller: "Two belt-driven turntables and a rotary mixer",
    program: "None: the records play themselves",
    experience: "Raised in a record shop; behind the decks since the shop closed.",
    referrerId: personIds.ada,
  },
  theo: {
    isManager: true,
    username: "TheoLind",
    email: "theolind@demo.example",
    first: "Theo",
    last: "Lind",
    bio: "Keeps the doors open.",
    location: "Malmö, Skåne, Sweden",
    tags: ["stages", "schedules"],
  },
  aoi: {
    username: "千葉 葵",
    email: "aoi@demo.example",
    first: "葵",
    last: "千葉",
    bio: "夜明けのアンビエントと、古いレコードの音が好きです。",
    location: "Chiba, Japan",
    tags: ["アンビエント", "ジャズ喫茶"],
  },
  layla: {
    username: "ليلى منصور",
    email: "layla@demo.example",
    first: "ليلى",
    last: "منصور",
    bio: "أستمع في الطريق إلى العمل، وأبقى حتى نهاية الأغنية.",
    location: "Amman, Jordan",
    tags: ["عود", "إلكترونيك"],
  },
  eleni: {
    username: "Ελένη Βασιλείου",
    email: "eleni@demo.example",
    first: "Ελένη",
    last: "Βασιλείου",
    bio: "Ραδιόφωνο πάντα, με τα παράθυρα ανοιχτά.",
    location: "Thessaloniki, Central Macedonia, Greece",
    tags: ["ρεμπέτικο", "τζαζ"],
    hideFollows: true,
  },
};

/** Follows, as follower and followed. */
const followed: readonly (readonly [Name, readonly Name[]])[] = [
  ["theo", ["ada", "juno"]],
  ["juno", ["ada"]],
  ["ada", ["juno", "aoi"]],
  ["nell", ["ada", "juno", "eleni"]],
  ["aoi", ["juno", "ada"]],
  ["layla", ["ada", "nell"]],
  ["eleni", ["juno", "ada", "layla"]],
];

/** One day for each of them, the last on the day before `now` (epoch ms). */
export function demoFollows(now: number): { userId: string; followingId: string; createdAt: number }[] {
  const pairs = followed.flatMap(([user, following]) => following.map((other) => [user, other] as const));
  return pairs.map(([user, other], index) => ({
    userId: personIds[user],
    followingId: personIds[other],
    createdAt: now - (pairs.length - index) * dayMs,
  }));
}

const given = (name: string, user: Name, awardId: string, stageId: string | null = null) => ({
  id: fixedId(madeAt, name),
  userId: personIds[user],
  awardId,
  stageId,
});

/** Awards that are inserted directly, because the demo has no history that would earn them. */
export function demoAwards(
  stageIds: { glasshouse: string; attic: string },
  now: number,
): (typeof userAwards.$inferInsert)[] {
  return [
    given("DEM0AWARD1", "ada", "pioneer"),
    given("DEM0AWARD2", "ada", "house-favorite", stageIds.glasshouse),
    given("DEM0AWARD3", "juno", "pioneer"),
    given("DEM0AWARD4", "juno", "house-favorite", stageIds.attic),
    given("DEM0AWARD5", "nell", "pioneer"),
  ].map((award, index) => {
    const awardedAt = now - (6 - index) * dayMs;
    return { ...award, awardedAt, toldAt: awardedAt };
  });
}

/** The award whose title and badge each of the two performers shows. */
export const demoShownAwards = [
  { userId: personIds.ada, awardId: fixedId(madeAt, "DEM0AWARD2") },
  { userId: personIds.juno, awardId: fixedId(madeAt, "DEM0AWARD3") },
] as const;
