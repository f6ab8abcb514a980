import Bowser from "bowser";

/** What a browser says it is, for people: "Firefox on Windows", "Safari on iPhone". */
export function nameDevice(userAgent: string): string {
  if (userAgent === "") return unknown;
  const { browser, os, platform } = Bowser.parse(userAgent);
  // All of Apple's phones and tablets say "iOS": their own name says more.
  const place = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  if (!browser.name && !place) return unknown;
  if (!place) return browser.name ?? unknown;
  return `${browser.name || "A program"} on ${place}`;
}

const unknown = "Unknown device";
