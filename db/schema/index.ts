export * from "./accounts.ts";
export * from "./media.ts";
export * from "./people.ts";
export * from "./sets.ts";
export * from "./stages.ts";
export * from "./tracks.ts";
