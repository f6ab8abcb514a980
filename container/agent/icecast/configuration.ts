/** Fills in `container/icecast.xml`. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

const template = new URL("../../icecast.xml", import.meta.url);

export interface IcecastSecrets {
  adminPassword: string;
  callbackPassword: string;
}

export interface IcecastConfiguration {
  port: number;
  callbackUrl: string;
  secrets: IcecastSecrets;
}

export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

export function renderConfiguration({ port, callbackUrl, secrets }: IcecastConfiguration): string {
  const words: Record<string, string> = {
    port: String(port),
    callbackUrl,
    ...secrets,
    // No one knows these two: only the agent admits sources, and there are no relays.
    sourcePassword: newSecret(),
    relayPassword: newSecret(),
  };
  return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (whole, word: string) => {
    if (word === "word") return whole;
    const value = words[word];
    if (value === undefined) throw new Error(`icecast.xml asks for an unknown value: ${word}`);
    return value.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
  });
}
