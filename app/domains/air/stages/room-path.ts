/** `stage/<id>` or `profile/<id>`: how objects and the agent name a room. */
export type RoomPath = `stage/${string}` | `profile/${string}`;
