/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  interface Env {
    /** Only in the Workers tests. */
    TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
    /** The number of random award histories; empty for the default of every run. */
    AWARD_HISTORIES: string;
    /** The number of rounds in the searches for a double booking; empty for the default of every run. */
    BOOKING_HISTORIES: string;
    BOOKING_RACES: string;
    WALLET_RACES: string;
    /** The number of random conversation histories; empty for the default of every run. */
    CONVERSATION_HISTORIES: string;
    /** The number of followers who are notified of a performer going live; empty for the default of every run. */
    ALERT_FOLLOWERS: string;
    /** The numbers of replays of a count and of listeners; empty for the default of every run. */
    COUNT_REPLAYS: string;
    COUNT_LISTENERS: string;
  }
}

/** The part that is used here, because the package has no types. */
declare module "http_ece" {
  const ece: {
    decrypt(
      body: Uint8Array,
      keys: { version: "aes128gcm"; privateKey: import("node:crypto").ECDH; authSecret: Uint8Array },
    ): Uint8Array;
  };
  export default ece;
}
