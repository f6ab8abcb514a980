/** Close codes a client understands. By themselves, so that the socket's worker stays small. */
export const roomCloseCodes = {
  /** The session has ended: do not reconnect with it. */
  sessionEnded: 4401,
  /** There is no such room any more: do not reconnect. */
  gone: 4404,
  /** The room is full or restarting: come back after the delay in the reason (ms). */
  retryAfter: 4503,
} as const;
