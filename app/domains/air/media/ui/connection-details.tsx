import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { ConnectionView } from "../contract/encoder.ts";

/** A command that broadcasts a file, for a first try without any other software. */
function ffmpegLine({ address, port, mount, password }: ConnectionView): string {
  const target = `icecast://source:${password}@${address}:${port}/${mount}`;
  return `ffmpeg -re -i music.mp3 -vn -c:a libmp3lame -b:a 192k -content_type audio/mpeg -f mp3 ${target}`;
}

/** The name that every encoder logs in with. */
const encoderUser = "source";
const hidden = "••••••••••••";

/** The connection settings to type into an encoder. The password stays hidden until it is requested. */
export function ConnectionDetails({ connection }: { connection: ConnectionView }) {
  const [isRevealed, setRevealed] = useState(false);
  const rows = [
    { name: "Address", value: connection.address, shown: connection.address },
    { name: "Port", value: String(connection.port), shown: String(connection.port) },
    { name: "Mount", value: connection.mount, shown: connection.mount },
    { name: "User", value: encoderUser, shown: encoderUser },
    { name: "Password", value: connection.password, shown: isRevealed ? connection.password : hidden },
  ];
  const line = ffmpegLine(connection);
  const shownLine = isRevealed ? line : line.replace(connection.password, hidden);
  const Icon = isRevealed ? EyeOff : Eye;
  return (
    <div>
      <dl>
        {rows.map(({ name, value, shown }) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-tick py-2">
            <dt className="w-24 text-14 text-ink-3">{name}</dt>
            <dd className="min-w-0 grow basis-40 text-16 break-all">{shown}</dd>
            <dd className="flex gap-2">
              {name === "Password" && (
                <Button
                  icon={<Icon aria-hidden="true" className="size-4" />}
                  aria-pressed={isRevealed}
                  onClick={() => setRevealed(!isRevealed)}
                >
                  {isRevealed ? "Hide" : "Reveal"}
                </Button>
              )}
              <CopyButton text={value}>{`Copy ${name}`}</CopyButton>
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-tick py-3">
        <h3 className="text-14 text-ink-3">Using ffmpeg</h3>
        <p className="my-2 bg-control p-3 text-14 break-all">{shownLine}</p>
        <CopyButton text={line}>Copy ffmpeg Line</CopyButton>
      </div>
    </div>
  );
}
