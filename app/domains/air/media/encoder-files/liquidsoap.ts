import type { ConnectionView } from "../contract/encoder.ts";

/** A script of Liquidsoap (2.0 and later) that broadcasts the computer's sound input. */
export function liquidsoapFile({ address, port, mount, password }: ConnectionView): string {
  return `#!/usr/bin/env liquidsoap
# Broadcasts what this computer's sound input hears. Start it with: liquidsoap cue.liq
# To broadcast a folder of music instead: music = playlist("/path/to/music")

music = input()

output.icecast(
  %mp3(bitrate=192, samplerate=44100, stereo=true),
  host="${address}",
  port=${port},
  user="source",
  password="${password}",
  mount="${mount}",
  name="Cue",
  public=false,
  # A connection that is lost or refused is tried again after so many seconds, endlessly.
  on_error=fun (_) -> 3.,
  mksafe(music)
)
`;
}
