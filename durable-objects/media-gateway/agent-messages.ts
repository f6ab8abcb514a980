/** Messages of the control socket as they are read and written on the gateway's side. */
import type { Connection } from "partyserver";
import { AgentMessage, type GatewayMessage } from "#app/domains/media/contract/control.ts";
import { sendText } from "../sockets.ts";

export type AgentConnection = Connection<{ fence: number }>;

/** Returns undefined for what is not a message of this contract: an agent of another version may say more. */
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
