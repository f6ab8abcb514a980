import { Server } from "partyserver";

export class Lobby extends Server<Env> {
  static override options = { hibernate: true };
}
