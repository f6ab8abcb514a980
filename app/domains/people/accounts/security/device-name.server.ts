import Bowser from "bowser";

/** The browser and device of a user agent, for people: "Firefox on Windows", "Safari on iPhone". */
export function nameDevice(userAgent: string): string {
  const { browser, os, platform } = Bowser.parse(userAgent || unknown);
  // All of Apple's phones and tablets report "iOS": their own name is more specific.
  const place = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  return [browser.name, place].filter(Boolean).join(" on ") || unknown;
}

const unknown = "Unknown device";
