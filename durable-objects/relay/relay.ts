import { Server } from "partyserver";

export class Relay extends Server<Env> {
  static override options = { hibernate: true };
}
