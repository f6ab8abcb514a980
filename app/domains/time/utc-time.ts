const timeFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Returns a time (epoch ms) in words, for sentences of the server, which does not know the reader's zone. */
export const utcTime = (at: number): string => `${timeFormat.format(at)} UTC`;
