import type { ConnectionView } from "../contract/encoder.ts";

/**
 * A configuration of BUTT, read by its Settings → Main → Import and by `butt -c`. One server named Cue; settings that
 * are left out keep BUTT's defaults. `type = 1` is Icecast.
 */
export function buttFile({ address, port, mount, password }: ConnectionView): string {
  return `#This is a configuration file for butt (broadcast using this tool)

[main]
server = Cue
icy =
num_of_srv = 1
num_of_icy = 0
srv_ent = Cue
icy_ent =
force_reconnecting = 1

[audio]
samplerate = 44100
bitrate = 192
channel = 2
codec = mp3

[record]
samplerate = 44100
bitrate = 192
channel = 2
codec = mp3

[tls]

[gui]
attach = 0

[Cue]
address = ${address}
port = ${port}
password = ${password}
type = 1
tls = 0
mount = ${mount}
usr = source
`;
}
