/** Whether several accounts are several people, as far as that can be told. Pure. */

/** An account that says something of others' things. */
export interface Voice {
  id: string;
  createdAt: number;
  /** The user who brought it here. */
  referrerId: string | null;
}

/** A younger account may have been made to agree with another one. */
export const minVoiceAgeMs = 14 * 86_400_000;

/**
 * Counts the accounts of some age of which none has referred another. Those that one account has referred, or that
 * referred each other, are one voice.
 */
export function countIndependent(voices: readonly Voice[], now: number): number {
  const groups: Set<string>[] = [];
  for (const { id, createdAt, referrerId } of voices) {
    if (now - createdAt < minVoiceAgeMs) continue;
    const own = new Set(referrerId === null ? [id] : [id, referrerId]);
    const related = groups.filter((group) => [...own].some((each) => group.has(each)));
    for (const group of related) {
      for (const each of group) own.add(each);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(own);
  }
  return groups.length;
}
