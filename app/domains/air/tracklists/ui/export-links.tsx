import { useState } from "react";
import useSWR from "swr";
import * as z from "zod/mini";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";
import { Select } from "#app/ui/select.tsx";
import { type DescribedField, DescribedView, describedFields } from "../contract/exports.ts";
import { type Society, societies } from "../contract/tracklists.ts";
import { DescribeForm } from "./describe-form.tsx";
import { withoutName } from "./texts.ts";

const files = [
  { ending: "csv", name: "CSV" },
  { ending: "cue", name: "CUE Sheet" },
  { ending: "txt", name: "Text" },
  { ending: "json", name: "JSON" },
] as const;

const societyNames: Record<Society, string> = {
  soundexchange: "SoundExchange",
  prs: "PRS for Music",
  ppl: "PPL",
  gema: "GEMA",
  gvl: "GVL",
  stim: "STIM",
  dsr: "DDEX DSR",
};

const { line: _line, track: _track, ...known } = DescribedView.shape;
const Line = z.object({ id: z.string(), artist: z.string(), title: z.string(), ...known });
const Filed = z.object({
  file: z.enum(["csv", "txt"]),
  lines: z.array(Line),
  leftOut: z.array(
    z.object({
      ...Line.shape,
      missing: z.array(z.string()),
      fields: z.array(z.enum(describedFields)),
    }),
  ),
});

const addressOf = (set: string, ending: string) => `/api/tracklist/${encodeURIComponent(set)}.${ending}`;

/** The tracklist as files, and for collecting societies with what they would refuse. */
export function ExportLinks({ set }: { set: string }) {
  const [society, setSociety] = useState<Society | null>(null);
  return (
    <section aria-label="Download" className="mt-4 border-t border-tick pt-4">
      <h3 className="mb-2 text-16 font-semibold">Download</h3>
      <ul className="flex flex-wrap gap-2">
        {files.map(({ ending, name }) => (
          <li key={ending}>
            <a href={addressOf(set, ending)} download className={buttonClass("quiet")}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Select
        label="For Collecting Societies"
        className="mt-4 max-w-xs"
        value={society ?? ""}
        options={[
          { value: "", words: "Choose a society" },
          ...societies.map((value) => ({ value, words: societyNames[value] })),
        ]}
        onChange={(value) => setSociety(societies.find((each) => each === value) ?? null)}
      />
      {society && <SocietyReport key={society} set={set} society={society} />}
    </section>
  );
}

function SocietyReport({ set, society }: { set: string; society: Society }) {
  const address = `${addressOf(set, "json")}?for=${society}`;
  const { data, error, mutate } = useSWR(
    address,
    async () => {
      // A file, not a call: it has no envelope of its own.
      const response = await fetch(address);
      if (!response.ok) throw new Error(String(response.status));
      return Filed.parse(await response.json());
    },
    { revalidateOnFocus: false },
  );
  if (error) {
    return <p className="mt-2 text-14 text-red">This report could not be made. Try again later.</p>;
  }
  if (data === undefined) return <p className="mt-2 text-14 text-ink-3">Checking what is missing…</p>;
  const { file, lines, leftOut } = data;
  return (
    <div className="mt-2 text-14 text-ink-2">
      <p>
        {lines.length === 0 ? "Nothing" : countOf(lines.length, "line", "lines")} can be reported to{" "}
        {societyNames[society]}.
        {leftOut.length > 0 && ` ${countOf(leftOut.length, "line is", "lines are")} left out.`}
      </p>
      {leftOut.length > 0 && (
        <ul aria-label="Left out" className="my-2">
          {leftOut.map((line) => (
            <ReportedLine key={line.id} set={set} line={line} {...line} onDescribed={() => void mutate()} />
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <>
          <details>
            <summary className="min-h-11 cursor-pointer py-3 font-semibold">What Is Reported</summary>
            <ul aria-label="Reported">
              {lines.map((line) => (
                <ReportedLine key={line.id} set={set} line={line} onDescribed={() => void mutate()} />
              ))}
            </ul>
          </details>
          <a
            href={`${addressOf(set, file)}?for=${society}`}
            download
            className={buttonClass("quiet", "mt-2")}
          >
            Download for {societyNames[society]}
          </a>
        </>
      )}
    </div>
  );
}

/** A line of a report: what a society would refuse it for, and what can be filled in or changed here. */
function ReportedLine({
  set,
  line,
  missing = [],
  fields = describedFields,
  onDescribed,
}: {
  set: string;
  line: z.infer<typeof Line>;
  missing?: readonly string[];
  fields?: readonly DescribedField[];
  onDescribed: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const name = line.artist === "" && line.title === "" ? withoutName : `${line.artist} – ${line.title}`;
  const [action, label] =
    missing.length > 0
      ? (["Fill In", `What is missing for ${name}`] as const)
      : (["Change", `What is reported for ${name}`] as const);
  return (
    <li className="border-t border-tick py-2 wrap-anywhere">
      <span dir="auto" className="text-ink">
        {name}
      </span>
      {missing.length > 0 && `: ${missing.join(", ")}`}
      {fields.length > 0 && !isOpen && (
        <Button aria-label={`${action} ${name}`} onClick={() => setOpen(true)} className="mt-1 block!">
          {action}
        </Button>
      )}
      {isOpen && (
        <DescribeForm
          set={set}
          line={line.id}
          label={label}
          fields={fields}
          known={line}
          onDescribed={() => {
            setOpen(false);
            onDescribed();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}
