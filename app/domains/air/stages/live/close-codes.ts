/** Close codes a client understands. In a separate file, so that the socket's worker stays small. */
export const roomCloseCodes = {
  /** The session has ended: do not reconnect with it. */
  sessionEnded: 4401,
  /** The room was deleted: do not reconnect. */
  gone: 4404,
  /** The account, or the network without one, has opened too many newer ones: do not reconnect until it is used again. */
  crowded: 4429,
  /** The room is full or restarting: reconnect after the delay in the reason (ms). */
  retryAfter: 4503,
} as const;
