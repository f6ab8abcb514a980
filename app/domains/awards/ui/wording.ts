import type { AwardView } from "../contract.ts";

/** How an award is called: DJs have their own words, everybody else those of musicians. */
export function awardWords(award: AwardView, isDj: boolean): { title: string; name: string } {
  return isDj
    ? { title: award.title, name: award.name }
    : { title: award.musicianTitle, name: award.musicianName };
}
