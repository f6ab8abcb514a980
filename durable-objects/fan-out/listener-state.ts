import type { SocketViewer } from "../contract.ts";
import type { ListenClass } from "./fan-out.ts";

/** The stored state of a listener's socket while the object sleeps. */
export interface ListenerState {
  role: "listener";
  viewer: SocketViewer;
  /** Null: reads, but does not listen. */
  hears: ListenClass | null;
  /** Time since which it listens (epoch ms), and whether it pings meanwhile. */
  since?: number;
  pings?: boolean;
  /** It answers probes meanwhile. */
  answers?: boolean;
  /** It plays the past of what is on air. */
  past?: boolean;
  /** The set that it follows live, if any. */
  follows?: string;
}
