import type { Follower } from "./follow.ts";

/** Matches of two followers while both were followed. */
interface Pair {
  strong: number;
  weak: number;
  shared: number;
}

/** Share of its matches from which on the weaker of two explains nothing of its own: a version of the same. */
const dependentShare = 0.5;
/** Matches below which nothing is said of a pair. */
const minMatches = 25;

/** Tells versions of one recording, which explain the same peaks, from two recordings that are heard at once. */
export class Rivals {
  readonly #pairs = new Map<Follower, Map<Follower, Pair>>();

  /** Counts what two followers have in common in the newest block. */
  note(one: Follower, other: Follower): void {
    const known = new Set(one.matched);
    const shared = other.matched.filter((place) => known.has(place)).length;
    this.#add(one, other, { strong: one.matched.length, weak: other.matched.length, shared });
    this.#add(other, one, { strong: other.matched.length, weak: one.matched.length, shared });
  }

  /** `after` follows the same track as `before` did: what they matched counts together. */
  replace(before: Follower, after: Follower): void {
    moveKey(this.#pairs, before, after);
    for (const others of this.#pairs.values()) moveKey(others, before, after);
  }

  forget(follower: Follower): void {
    this.#pairs.delete(follower);
    for (const others of this.#pairs.values()) others.delete(follower);
  }

  /** Whether `one` explains nothing that `other` does not explain better. */
  isWithin(one: Follower, other: Follower): boolean {
    const pair = this.#pairs.get(other)?.get(one);
    return pair !== undefined && isDependent(pair) && pair.weak < pair.strong;
  }

  /** Whether one of two explains mostly what the other does. */
  isRelated(one: Follower, other: Follower): boolean {
    const pairs = [this.#pairs.get(one)?.get(other), this.#pairs.get(other)?.get(one)];
    return pairs.some((pair) => pair !== undefined && isDependent(pair));
  }

  /** Whether `other` explains the same sound as `one`, and at least `part` (0 to 1) of what `one` does. */
  isVersion(one: Follower, other: Follower, part: number): boolean {
    const pair = this.#pairs.get(one)?.get(other);
    return pair !== undefined && isDependent(pair) && pair.weak >= part * pair.strong;
  }

  #add(one: Follower, other: Follower, more: Pair): void {
    const others = this.#pairs.get(one) ?? new Map<Follower, Pair>();
    this.#pairs.set(one, others);
    const pair = others.get(other) ?? { strong: 0, weak: 0, shared: 0 };
    pair.strong += more.strong;
    pair.weak += more.weak;
    pair.shared += more.shared;
    others.set(other, pair);
  }
}

function moveKey<K, V>(map: Map<K, V>, from: K, to: K): void {
  const value = map.get(from);
  if (value === undefined) return;
  map.delete(from);
  map.set(to, value);
}

const isDependent = ({ weak, shared }: Pair) => weak >= minMatches && shared >= dependentShare * weak;
