import { Server } from "partyserver";

export class Inbox extends Server<Env> {
  static override options = { hibernate: true };
}
