const timeFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Returns a time (epoch ms) in words, for sentences of the server, which does not know the reader's zone. */
export const utcTime = (at: number): string => `${timeFormat.format(at)} UTC`;

const utcTimePattern = /\b(\d{1,2}) ([A-Z][a-z]{2})[a-z]? (\d{4}), (\d\d):(\d\d) UTC\b/g;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Replaces the times of `utcTime` in a sentence, where the reader's zone is known. */
export function replaceUtcTimes(sentence: string, words: (at: number) => string): string {
  return sentence.replaceAll(
    utcTimePattern,
    (time, day: string, month: string, year: string, hour: string, minute: string) =>
      months.includes(month)
        ? words(Date.UTC(Number(year), months.indexOf(month), Number(day), Number(hour), Number(minute)))
        : time,
  );
}
