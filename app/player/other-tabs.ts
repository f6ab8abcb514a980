import * as z from "zod/mini";

const Announcement = z.object({ playing: z.string() });

/** Two tabs do not play simultaneously: the one that starts stops the others. */
export class OtherTabs {
  readonly #id = Math.random().toString(36).slice(2);
  readonly #channel: BroadcastChannel | null;

  constructor(onOtherPlays: () => void) {
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("cue-player");
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const announcement = Announcement.safeParse(data);
      if (announcement.success && announcement.data.playing !== this.#id) onOtherPlays();
    });
  }

  announce(): void {
    this.#channel?.postMessage({ playing: this.#id });
  }

  close(): void {
    this.#channel?.close();
  }
}
