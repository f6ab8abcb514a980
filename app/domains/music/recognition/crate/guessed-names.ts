/** Tracks whose names were read with a guessed charset: they are shown, and sent when somebody has looked at them. */
import type { Charset } from "#app/domains/base/text/charset/undeclared.ts";
import type { CrateTrackInput } from "../contract.ts";
import { chooseTags, type TagGuess } from "./tag-texts.ts";

interface GuessedTrack {
  file: File;
  track: CrateTrackInput;
  guess: TagGuess;
}

export interface GuessedName {
  file: string;
  title: string;
  artists: readonly string[];
  /** The charset with which it is read now. */
  charset: Charset | null;
}

export class GuessedNames {
  readonly #tracks: GuessedTrack[] = [];
  /** The charset for all of them; null: as each was guessed. */
  #charset: Charset | null = null;

  get size(): number {
    return this.#tracks.length;
  }

  get charset(): Charset | null {
    return this.#charset;
  }

  add(track: GuessedTrack): void {
    this.#tracks.push(track);
  }

  choose(charset: Charset | null): void {
    this.#charset = charset;
  }

  names(): GuessedName[] {
    return this.#tracks.map(({ file, guess }) => {
      const { tags, charset } = this.#read(guess);
      return { file: file.name, title: tags.title, artists: tags.artists, charset };
    });
  }

  /** All of them with the names that are shown; none is left. */
  take(): { file: File; track: CrateTrackInput }[] {
    return this.#tracks
      .splice(0)
      .map(({ file, track, guess }) => ({ file, track: { ...track, ...this.#read(guess).tags } }));
  }

  #read({ texts, named }: TagGuess) {
    return chooseTags(texts, named, this.#charset ?? undefined);
  }
}
