/** An announcement as a notice in everyone's inbox. */

import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { noticePath } from "#app/paths.ts";

/** An announcement of the operators. `at`: when it was made, epoch ms. */
export interface Announced {
  number: number;
  message: string;
  at: number;
}

/** Distinct from the ids of awards, which are in the same list. */
export const announcementId = (number: number): string => `announcement-${number}`;

/** The key by which it is delivered once per person, and withdrawn. */
export const announcementKey = (number: number): string => `announcement/${number}`;

export function announcementNotice({ number, message, at }: Announced): NewNotice {
  return {
    kind: "announcement",
    message,
    at,
    key: announcementKey(number),
    url: noticePath(announcementId(number)),
  };
}

/** The number of the announcement that a notice leads to, or null where it leads elsewhere. */
export function announcementNumber(url: string | null | undefined): number | null {
  const number = /^\/inbox\?notice=announcement-(\d+)$/.exec(url ?? "")?.[1];
  return number === undefined ? null : Number(number);
}
