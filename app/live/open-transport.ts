import { PageWorker } from "../page-worker.ts";
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with the address of a file of its own
import workerUrl from "./socket.worker.ts?worker&url";
import type {
  Transport,
  TransportCommand,
  TransportHandlers,
  TransportNotice,
  TransportStatus,
} from "./transport.ts";

/** A worker that did not load is requested again after this long. */
const loadAgainMs = 5_000;

interface SocketWorker {
  worker: PageWorker<TransportCommand, TransportNotice>;
  handlers: Map<number, TransportHandlers>;
}

let shared: SocketWorker | null = null;
let rooms = 0;

/** Opens a room's socket in the page's socket worker. */
export function openTransport(url: string, handlers: TransportHandlers): Transport {
  shared ??= startWorker();
  const { worker, handlers: all } = shared;
  rooms += 1;
  const room = rooms;
  const tell = (command: TransportCommand, ports: MessagePort[] = []) => worker.postMessage(command, ports);
  all.set(room, {
    ...handlers,
    onStatus: (status) => {
      if (status === "crowded") whenShown(() => tell({ room, type: "renew" }));
      handlers.onStatus(status);
    },
  });
  tell({ room, type: "open", url });
  return {
    send: (text) => tell({ room, type: "send", text }),
    listen: (options, port) => tell({ room, type: "listen", options, port }, [port]),
    unlisten: () => tell({ room, type: "unlisten" }),
    seen: (seq) => tell({ room, type: "seen", seq }),
    renew: () => tell({ room, type: "renew" }),
    close: () => {
      all.delete(room);
      tell({ room, type: "close" });
    },
  };
}

/** Runs when the page is shown again, since it is used then: another one may be closed for it. */
function whenShown(run: () => void): void {
  const look = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", look);
    run();
  };
  document.addEventListener("visibilitychange", look);
}

function startWorker(): SocketWorker {
  const handlers = new Map<number, TransportHandlers>();
  const notifyAll = (status: TransportStatus) => {
    for (const { onStatus } of handlers.values()) onStatus(status);
  };
  const worker: SocketWorker["worker"] = new PageWorker(workerUrl, "cue-rooms", {
    onNotice: (notice) => {
      const to = handlers.get(notice.room);
      if (notice.type === "status") to?.onStatus(notice.status);
      else to?.onText(notice.text);
    },
    onUnloaded: () => {
      notifyAll("unloaded");
      setTimeout(() => worker.start(), loadAgainMs);
    },
    // The next room starts another one.
    onBroken: () => {
      if (shared?.worker === worker) shared = null;
      notifyAll("offline");
    },
  });
  return { worker, handlers };
}
