import Bowser from "bowser";

/** What a browser says it is, for people: "Firefox on Windows", "Safari on iPhone". */
export function nameDevice(userAgent: string): string {
  const { browser, os, platform } = Bowser.parse(userAgent || unknown);
  // All of Apple's phones and tablets say "iOS": their own name says more.
  const place = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  return [browser.name, place].filter(Boolean).join(" on ") || unknown;
}

const unknown = "Unknown device";
