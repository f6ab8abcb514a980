import type { AwardView } from "./contract.ts";

type Words = Pick<AwardView, "title" | "name" | "musicianTitle" | "musicianName">;

/** The names of an award: DJs have their own wording, everyone else that of musicians. */
export function awardTexts(award: Words, isDj: boolean): { title: string; name: string } {
  return isDj
    ? { title: award.title, name: award.name }
    : { title: award.musicianTitle, name: award.musicianName };
}

/** Returns the text of its owner's notification: who has given what. */
export function awardSentence(
  award: Words & { badge: string | null; room: { name: string } | null },
  isDj: boolean,
): string {
  const what = `${awardTexts(award, isDj).title} ${award.badge === null ? "title" : "title and badge"}`;
  return award.room === null
    ? `You have been awarded a new ${what}`
    : `${award.room.name} awarded you a new ${what}`;
}
