/** An announcement as a notice in everyone's inbox. */

import { noticePath } from "#app/paths.ts";
import type { NewNotice } from "../notifications/contract.ts";

/** What operators have announced. `at`: when, epoch ms. */
export interface Announced {
  number: number;
  message: string;
  at: number;
}

/** Not to be taken for the id of an award, which stands in the same list. */
export const announcementId = (number: number): string => `announcement-${number}`;

/** Told once a person, and taken back, by this key. */
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
