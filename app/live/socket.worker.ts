/** The sockets of a page's rooms, off the page's thread: while the page renders, packets still reach the decoder. */
import { notifyRunning } from "../page-worker.ts";
import { ResumingSocket } from "./resuming-socket.ts";
import type { TransportCommand, TransportNotice } from "./transport.ts";

const sockets = new Map<number, ResumingSocket>();

function open(room: number, url: string): void {
  const tell = (notice: TransportNotice) => self.postMessage(notice);
  const socket = new ResumingSocket(url, {
    onStatus: (status) => tell({ room, type: "status", status }),
    onText: (text) => tell({ room, type: "text", text }),
  });
  sockets.set(room, socket);
}

self.onmessage = ({ data }: MessageEvent<TransportCommand>) => {
  if (data.type === "open") {
    open(data.room, data.url);
    return;
  }
  const socket = sockets.get(data.room);
  if (data.type === "send") socket?.send(data.text);
  else if (data.type === "listen") socket?.listen(data.options, data.port);
  else if (data.type === "unlisten") socket?.unlisten();
  else if (data.type === "seen") socket?.seen(data.seq);
  else if (data.type === "renew") socket?.renew();
  else {
    socket?.close();
    sockets.delete(data.room);
  }
};

notifyRunning();
