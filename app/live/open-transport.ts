import type { Transport, TransportCommand, TransportHandlers, TransportNotice } from "./transport.ts";

interface SocketWorker {
  worker: Worker;
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
  all.set(room, handlers);
  const tell = (command: TransportCommand, ports: MessagePort[] = []) => worker.postMessage(command, ports);
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

function startWorker(): SocketWorker {
  const worker = new Worker(new URL("./socket.worker.ts", import.meta.url), {
    type: "module",
    name: "cue-rooms",
  });
  const handlers = new Map<number, TransportHandlers>();
  worker.onmessage = ({ data }: MessageEvent<TransportNotice>) => {
    const to = handlers.get(data.room);
    if (data.type === "status") to?.onStatus(data.status);
    else to?.onText(data.text);
  };
  // The file did not load (offline at the wrong moment): the next room tries again.
  worker.onerror = () => {
    if (shared?.worker === worker) shared = null;
    for (const { onStatus } of handlers.values()) onStatus("offline");
  };
  return { worker, handlers };
}
