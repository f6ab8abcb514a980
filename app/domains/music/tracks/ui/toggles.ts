import { Store } from "#app/ui/store.ts";
import type { FavoriteView } from "../contract/tracks.ts";

/** Hearts that were pressed and have no response yet, in their order, and the marks that were removed in this tab. */
interface Pressed {
  waiting: readonly { track: string; isFavorite: boolean }[];
  dropped: ReadonlySet<string>;
}

/** The viewer's list as it was last loaded; undefined before. */
type List = FavoriteView[] | undefined;

export interface FavoriteList {
  /** Changes the loaded list, and returns the result. */
  change(by: (list: List) => List): Promise<List>;
  /** Asks the server for all of it. */
  read(): Promise<unknown>;
}

/** A track that is marked again is a new favorite. */
export const markOf = ({ track, timestamp }: FavoriteView) => `${track.id}.${timestamp}`;

/**
 * The hearts of a whole tab: shown when pressed, sent one after another in that order, so that none undoes another and
 * the last press wins.
 */
export class Toggles {
  readonly #pressed = new Store<Pressed>({ waiting: [], dropped: new Set() });
  #last: Promise<unknown> = Promise.resolve();

  readonly read = this.#pressed.get;
  readonly subscribe = this.#pressed.subscribe;

  /** Rejects as `send` does: then the state before the press is restored. */
  async press(
    track: string,
    isFavorite: boolean,
    send: () => Promise<FavoriteView>,
    list: FavoriteList,
  ): Promise<void> {
    const toggle = { track, isFavorite };
    this.#pressed.change({ waiting: [...this.#pressed.get().waiting, toggle] });
    const settled = this.#last.then(async () => this.#settle(await send(), list));
    this.#last = settled.catch(() => undefined);
    try {
      await settled;
    } catch (error) {
      // The server may have done it all the same.
      void list.read();
      throw error;
    } finally {
      this.#pressed.change({ waiting: this.#pressed.get().waiting.filter((other) => other !== toggle) });
    }
  }

  async #settle(answer: FavoriteView, list: FavoriteList): Promise<void> {
    if (!answer.favorited)
      this.#pressed.change({ dropped: new Set(this.#pressed.get().dropped).add(markOf(answer)) });
    const others = (all: FavoriteView[]) => all.filter(({ track }) => track.id !== answer.track.id);
    const now = await list.change(
      (all) => all && (answer.favorited ? [answer, ...others(all)] : others(all)),
    );
    // The change has overtaken the first load of the list, which is discarded.
    if (now === undefined) await list.read();
  }
}
