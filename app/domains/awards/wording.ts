import type { AwardView } from "./contract.ts";

type Words = Pick<AwardView, "title" | "name" | "musicianTitle" | "musicianName">;

/** How an award is called: DJs have their own words, everyone else those of musicians. */
export function awardWords(award: Words, isDj: boolean): { title: string; name: string } {
  return isDj
    ? { title: award.title, name: award.name }
    : { title: award.musicianTitle, name: award.musicianName };
}

/** Who has given what: how its owner is told. */
export function awardSentence(
  award: Words & { badge: string | null; room: { name: string } | null },
  isDj: boolean,
): string {
  const what = `${awardWords(award, isDj).title} ${award.badge === null ? "title" : "title and badge"}`;
  return award.room === null
    ? `You have been awarded a new ${what}`
    : `${award.room.name} awarded you a new ${what}`;
}
