import { Server } from "partyserver";

export class StageRoom extends Server<Env> {
  static override options = { hibernate: true };
}
