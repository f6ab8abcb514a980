import type { AwardRow, EarnedAwardRow } from "#db/queries/awards.ts";
import type { AwardView, EarnedAwardView } from "./contract.ts";

/** `id` is the earned award's where it is somebody's, else the definition's. */
export function toAwardView(id: string, award: AwardRow): AwardView {
  const { title, name, musicianTitle, musicianName, badge } = award;
  return { id, _id: id, title, name, musicianTitle, musicianName, badge };
}

export function toEarnedAwardView({
  earned,
  award,
  stage,
  isTitle,
  isBadge,
}: EarnedAwardRow): EarnedAwardView {
  const { setsPlayed, hours, listens, favorites, cheers, referrals } = earned;
  return {
    ...toAwardView(earned.id, award),
    date: earned.awardedAt,
    room: stage,
    setsPlayed,
    hours,
    listens,
    favorites,
    cheers,
    referrals,
    isTitle,
    isBadge,
  };
}
