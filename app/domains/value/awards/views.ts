import { toPersonView } from "#app/domains/people/people/views.ts";
import type { AwardView, EarnedAwardView, GeneralAwardView, RoomAwardView } from "./contract.ts";
import type { AwardRow, EarnedAwardRow, StageAwardRow } from "./queries/awards.ts";
import { groupOf } from "./rules.ts";

/** `id` is the earned award's where it belongs to someone, otherwise the definition's. */
export function toAwardView(id: string, award: AwardRow): AwardView {
  const { title, name, musicianTitle, musicianName, badge, note } = award;
  return { id, _id: id, title, name, musicianTitle, musicianName, badge, note };
}

export function toGeneralAwardView(award: AwardRow, earnedAt: number | null): GeneralAwardView {
  return { ...toAwardView(award.id, award), group: groupOf(award.id), earnedAt };
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

/** Returns an award as this viewer may see it: owners see their own hidden numbers. */
export function toRoomAwardView(
  { earned, award, stage, owner }: StageAwardRow,
  viewerId: string | undefined,
): RoomAwardView {
  const isHidden = owner.hidesStats && owner.id !== viewerId;
  const shown = (count: number) => (isHidden ? null : count);
  return {
    ...toAwardView(earned.id, award),
    date: earned.awardedAt,
    room: stage,
    setsPlayed: shown(earned.setsPlayed),
    hours: shown(earned.hours),
    listens: shown(earned.listens),
    favorites: shown(earned.favorites),
    cheers: shown(earned.cheers),
    referrals: shown(earned.referrals),
    user: toPersonView(owner),
    dj: owner.performerType === "dj",
  };
}
