import { useSyncExternalStore } from "react";

/** A state with subscribers, in the form that `useSyncExternalStore` expects: a new object for each change. */
export class Store<State extends object> {
  #state: State;
  readonly #subscribers = new Set<() => void>();

  constructor(initial: State) {
    this.#state = initial;
  }

  readonly get = (): State => this.#state;

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange);
    return () => this.#subscribers.delete(onChange);
  };

  change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const onChange of this.#subscribers) onChange();
  }
}

/**
 * The part of a store that `read` returns; renders again when it changes. The server and the first paint use
 * `onServer`.
 */
export function useStore<State extends object, Part>(
  store: Store<State>,
  read: (state: State) => Part,
  onServer: Part,
): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => onServer,
  );
}
