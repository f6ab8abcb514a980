/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  interface Env {
    /** Only in the Workers tests. */
    TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
    /** How long the searches for a double booking run; empty for what every run affords. */
    BOOKING_HISTORIES: string;
    BOOKING_RACES: string;
  }
}
