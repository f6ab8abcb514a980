import { Server } from "partyserver";

export class ProfileRoom extends Server<Env> {
  static override options = { hibernate: true };
}
