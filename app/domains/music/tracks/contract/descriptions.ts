/** Operators' data about recordings and labels. A field that is left out stays unchanged; an empty one is removed. */
import * as z from "zod/mini";
import { line, visibleLine } from "#app/domains/base/text/fields.ts";
import { plainIsrc, plainLabelCode } from "../recording-codes.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));
const Name = visibleLine(200);
const Words = z.optional(line(200));
/** A path of this site, such as that of a picture: pages show no files from elsewhere. */
const OwnPath = z.optional(z.string().check(z.maxLength(400), z.regex(/^(?:\/(?:[^/\\\r\n].*)?)?$/)));

/** A code in any spelling, stored in the one of `plain`; the empty one stays empty. */
function code(plain: (text: string) => string | null, example: string) {
  const isCode = z.refine<string>((text) => text === "" || plain(text) !== null, {
    error: `it must look like ${example}.`,
  });
  return line(40).check(
    isCode,
    z.overwrite((text) => plain(text) ?? text),
  );
}

/** Fields that a performer and an operator can describe a recording with; empty ones are allowed. */
export const recordingFields = {
  isrc: z.optional(code(plainIsrc, "DEA123400001")),
  composer: Words,
  publisher: Words,
  album: Words,
  /** A label by id or name; created where no label has that name. */
  label: Words,
  catalogueNumber: z.optional(line(64)),
  labelCode: z.optional(code(plainLabelCode, "LC 01234")),
};

export const DescribeTrackCommand = z.object({
  track: Id,
  ...recordingFields,
  /** Length of the recording, ms; 0: unknown. */
  durationMs: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(86_400_000))),
  /** Date as precise as it is known: `2019`, `2019-05` or `2019-05-17`. */
  released: z.optional(z.string().check(z.regex(/^(?:\d{4}(?:-\d\d(?:-\d\d)?)?)?$/))),
  copyright: Words,
  art: OwnPath,
  preview: OwnPath,
  /** Ids of the song on that service. */
  apple: z.optional(z.string().check(z.regex(/^\d{0,20}$/))),
  spotify: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{0,40}$/))),
});
export type DescribeTrackCommand = z.infer<typeof DescribeTrackCommand>;

export const DescribeLabelCommand = z.object({
  /** A label by id or name; created where no label has that name. */
  label: Name,
  /** Likewise. */
  parent: Words,
  photo: OwnPath,
  /** All of its web addresses. */
  urls: z.optional(z.array(z.url({ protocol: /^https?$/ }).check(z.maxLength(400))).check(z.maxLength(10))),
});
export type DescribeLabelCommand = z.infer<typeof DescribeLabelCommand>;
