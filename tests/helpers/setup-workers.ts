import { freshStorage } from "./fresh-storage.ts";

// Files share a runtime, because loading the Worker takes seconds; each begins with nothing stored.
await freshStorage();
