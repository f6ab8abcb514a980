/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  interface Env {
    /** Only in the Workers tests. */
    TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
    /** How many histories of awards are tried; empty for what every run affords. */
    AWARD_HISTORIES: string;
    /** How long the searches for a double booking run; empty for what every run affords. */
    BOOKING_HISTORIES: string;
    BOOKING_RACES: string;
    /** How many histories of a conversation are tried; empty for what every run affords. */
    CONVERSATION_HISTORIES: string;
    /** How many followers are told that a performer goes live; empty for what every run affords. */
    ALERT_FOLLOWERS: string;
    /** How many replays of a count and how many listeners; empty for what every run affords. */
    COUNT_REPLAYS: string;
    COUNT_LISTENERS: string;
  }
}

/** What is used of it: it has no types of its own. */
declare module "http_ece" {
  const ece: {
    decrypt(
      body: Uint8Array,
      keys: { version: "aes128gcm"; privateKey: import("node:crypto").ECDH; authSecret: Uint8Array },
    ): Uint8Array;
  };
  export default ece;
}
