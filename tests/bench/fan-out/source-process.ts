/**
 * The source of the packets, in a process of its own: one every 20 ms, to Cue's relay, to an Icecast, or straight to
 * the listeners of a bare server that this process then is.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { Server as SocketIoServer } from "socket.io";
import WebSocket, { WebSocketServer } from "ws";
import { Uplink, type UplinkOptions } from "#tests/fixtures/uplink.ts";
import { makePacket, packetMs, packetsPerMessage } from "./packet.ts";

export type SourceOptions =
  | ({ kind: "cue" } & UplinkOptions)
  | { kind: "icecast"; port: number; mount: string; password: string }
  | { kind: "bareLoop"; port: number }
  | { kind: "ws" | "socketIo"; port: number; eventsPerSecond: number };

type Send = (packet: Buffer, number: number, sentAt: number) => void;

const options = JSON.parse(process.argv[2] ?? "{}") as SourceOptions;

async function openSource(): Promise<Send> {
  switch (options.kind) {
    case "cue": {
      const uplink = await Uplink.open(options);
      return (packet, _number, sentAt) => {
        if (!uplink.isOpen) process.exit(1);
        uplink.packet(packet, sentAt);
      };
    }
    case "icecast": {
      // By hand: Icecast 2.4 takes a body without length or chunks, which fetch will not send.
      const socket = connect(options.port, "127.0.0.1");
      const authorization = Buffer.from(`source:${options.password}`).toString("base64");
      socket.setNoDelay(true);
      socket.write(
        `PUT /${options.mount} HTTP/1.0\r\nAuthorization: Basic ${authorization}\r\nContent-Type: audio/mpeg\r\n\r\n`,
      );
      await new Promise((resolve) => socket.once("data", resolve));
      return (packet) => socket.write(packet);
    }
    case "bareLoop": {
      const socket = new WebSocket(`ws://127.0.0.1:${options.port}/source`, { perMessageDeflate: false });
      await once(socket, "open");
      return inBatches((message) => socket.send(message));
    }
    case "ws": {
      const server = new WebSocketServer({ port: options.port, host: "127.0.0.1", perMessageDeflate: false });
      const sendAll = (data: Buffer | string) => {
        for (const client of server.clients) client.send(data);
      };
      repeatEvents(options.eventsPerSecond, (event) => sendAll(event));
      return inBatches((message) => sendAll(message));
    }
    case "socketIo": {
      const http = createServer().listen(options.port, "127.0.0.1");
      const server = new SocketIoServer(http, { transports: ["websocket"], perMessageDeflate: false });
      repeatEvents(options.eventsPerSecond, (event) => server.emit("chat", event));
      return inBatches((message) => server.emit("audio", message));
    }
  }
}

function inBatches(sendAll: (message: Buffer) => void): Send {
  let batch: Buffer[] = [];
  return (packet) => {
    batch.push(packet);
    if (batch.length < packetsPerMessage) return;
    sendAll(Buffer.concat(batch));
    batch = [];
  };
}

function repeatEvents(perSecond: number, sendAll: (event: string) => void): void {
  if (perSecond === 0) return;
  const event = JSON.stringify({ event: "room message", data: { message: "x".repeat(120) } });
  setInterval(() => sendAll(event), 1_000 / perSecond);
}

const send = await openSource();
process.send?.({ type: "ready" });

let number = 0;
let nextAt = Date.now() + packetMs;
setInterval(() => {
  const now = performance.timeOrigin + performance.now();
  while (nextAt <= now) {
    // Stamped with the moment of sending: what came before is not the fan-out's delay.
    const sentAt = performance.timeOrigin + performance.now();
    send(makePacket(number, sentAt), number, sentAt);
    number++;
    nextAt += packetMs;
  }
}, 2);

process.on("disconnect", () => process.exit());
