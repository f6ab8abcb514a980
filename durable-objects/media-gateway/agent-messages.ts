/** Messages of the control socket as they are read and written on the gateway's side. */
import type { Connection } from "partyserver";
import { AgentMessage, closeCodes, type GatewayMessage } from "#app/domains/air/media/contract/control.ts";
import { sendText } from "#packages/durable/sockets.ts";
import { maxSkewMs } from "./encoder.ts";

/** `offers`: as the agent said in `hello`; absent from connections that were accepted before agents said it. */
export type AgentState = { fence: number; offers?: string[] };
export type AgentConnection = Connection<AgentState>;

/** Returns undefined for unknown messages: an agent of another version may send more. */
export function parseAgentMessage(text: string): AgentMessage | undefined {
  try {
    return AgentMessage.parse(JSON.parse(text));
  } catch (error) {
    console.warn(JSON.stringify({ event: "agent-message-unread", error: String(error).slice(0, 300) }));
    return undefined;
  }
}

export function send(connection: AgentConnection, message: GatewayMessage): void {
  sendText(connection, JSON.stringify(message));
}

/** Closes the sockets of older agent starts, and earlier sockets of this start. */
export function closeOthers(all: Iterable<AgentConnection>, newest: AgentConnection, fence: number): void {
  for (const other of all) {
    // An agent that has not sent hello yet may be a newer start.
    if (other === newest || other.state === null) continue;
    if (other.state.fence === fence) other.close(1000, "replaced");
    else other.close(closeCodes.fenced);
  }
}

/** Logs that the clock of the agent's machine is wrong. */
export function warnOfSkew(at: number, now: number): void {
  if (Math.abs(at - now) > maxSkewMs)
    console.warn(JSON.stringify({ event: "agent-clock", skewMs: at - now }));
}
