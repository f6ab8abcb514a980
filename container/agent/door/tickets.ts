/** The single-use tickets by which Icecast's authentication request recognizes a source that the door admitted. */
import { newSecret } from "../icecast/configuration.ts";

export class Tickets {
  readonly #mounts = new Map<string, string>();

  issue(mount: string): string {
    const ticket = newSecret();
    this.#mounts.set(ticket, mount);
    return ticket;
  }

  /** Returns whether the ticket is for this mount: true once. */
  redeem(mount: string, ticket: string): boolean {
    const isKnown = this.#mounts.get(ticket) === mount;
    this.#mounts.delete(ticket);
    return isKnown;
  }

  revoke(ticket: string): void {
    this.#mounts.delete(ticket);
  }
}
