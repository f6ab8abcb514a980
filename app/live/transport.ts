/** The socket of a room as the page sees it, whether it runs in a worker or in the page. */

/** The interval of packets: every 20 ms, or every 60. */
export type ListenClass = "live" | "normal";

/** A listener's request for sound. */
export interface ListenOptions {
  listenClass: ListenClass;
  /** Intended distance behind live, ms; 0: as little as the network allows. */
  behindMs: number;
  /** Plays the past instead of the sound that is sent. */
  isPast?: boolean;
}

/**
 * `unloaded`: the browser did not load the script of the sockets, which is requested again. `ended`: the session is
 * over; `gone`: the room was deleted; `crowded`: there are too many newer ones: the socket does not reconnect by itself.
 */
export type TransportStatus = "connecting" | "open" | "offline" | "unloaded" | "ended" | "gone" | "crowded";

export interface TransportHandlers {
  onStatus: (status: TransportStatus) => void;
  /** JSON text: one frame, or an array of events that came with the sound. */
  onText: (text: string) => void;
}

export interface Transport {
  /** Sends now, or not at all: what must arrive is sent again on the next `open`. */
  send(text: string): void;
  /** Requests the sound, now and after each reconnect; batches of packets go straight to `port`. */
  listen(options: ListenOptions, port: MessagePort): void;
  unlisten(): void;
  /** The newest event that the page has; a reconnect resumes after it. */
  seen(seq: number): void;
  /** Someone has logged in: reconnects as them, while the present connection continues. */
  renew(): void;
  close(): void;
}

/** `url`: an absolute ws: or wss: address. */
export type OpenTransport = (url: string, handlers: TransportHandlers) => Transport;

/** The page's commands to the socket worker. `room` distinguishes the sockets of one page. */
export type TransportCommand = { room: number } & (
  | { type: "open"; url: string }
  | { type: "send"; text: string }
  | { type: "listen"; options: ListenOptions; port: MessagePort }
  | { type: "unlisten" }
  | { type: "seen"; seq: number }
  | { type: "renew" }
  | { type: "close" }
);

export type TransportNotice = { room: number } & (
  | { type: "status"; status: TransportStatus }
  | { type: "text"; text: string }
);
