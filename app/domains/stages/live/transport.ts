/** The socket of a room as the page sees it, wherever it runs: in a worker of its own, or in the page. */

/** How often packets come: every 20 ms, or every 60. */
export type ListenClass = "live" | "normal";

/** How a listener wants the sound. */
export interface ListenOptions {
  listenClass: ListenClass;
  /** How far behind live it means to stay, ms; 0: as near as the network allows. */
  behindMs: number;
}

/** `ended`: the session is over; `gone`: there is no such room any more. The socket does not come back by itself. */
export type TransportStatus = "connecting" | "open" | "offline" | "ended" | "gone";

export interface TransportHandlers {
  onStatus: (status: TransportStatus) => void;
  /** JSON text: one frame, or an array of events that came with the sound. */
  onText: (text: string) => void;
}

export interface RoomTransport {
  /** Sends now, or not at all: what has to arrive is sent again on the next `open`. */
  send(text: string): void;
  /** Asks for the sound, now and after each reconnect; batches of packets go straight to `port`. */
  listen(options: ListenOptions, port: MessagePort): void;
  unlisten(): void;
  /** The newest event that the page has; a reconnect resumes after it. */
  seen(seq: number): void;
  /** Someone has logged in: comes back as them, while what is there carries on. */
  renew(): void;
  close(): void;
}

/** `url`: an absolute ws: or wss: address. */
export type OpenTransport = (url: string, handlers: TransportHandlers) => RoomTransport;

/** What the page tells the socket worker. `room` tells the sockets of one page apart. */
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
