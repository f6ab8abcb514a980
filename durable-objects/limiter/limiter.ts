import { Server } from "partyserver";

export class Limiter extends Server<Env> {
  static override options = { hibernate: true };
}
