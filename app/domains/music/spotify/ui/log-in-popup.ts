import { MusicTokenMessage } from "../popup-message.ts";

const pollMs = 1_000;
const size = { width: 500, height: 720 } as const;

/** Null where the browser blocks it. Call it in the handler of a press. */
export const openLogIn = (): Window | null =>
  window.open("/api/spotify/login?popup=1", "cue-spotify", `popup,width=${size.width},height=${size.height}`);

/** Resolves with what the popup says at its end; null where it was closed before. */
export function awaitLogIn(popup: Window): Promise<MusicTokenMessage | null> {
  return new Promise((resolve) => {
    const end = (message: MusicTokenMessage | null) => {
      clearInterval(timer);
      window.removeEventListener("message", onMessage);
      resolve(message);
    };
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== popup) return;
      const message = MusicTokenMessage.safeParse(data);
      if (message.success) end(message.data);
    };
    window.addEventListener("message", onMessage);
    let wasClosed = false;
    const timer = setInterval(() => {
      // Its message may arrive after it has closed.
      if (wasClosed) end(null);
      wasClosed = popup.closed;
    }, pollMs);
  });
}
