import { Server } from "partyserver";

export class MediaGateway extends Server<Env> {
  static override options = { hibernate: true };
}
