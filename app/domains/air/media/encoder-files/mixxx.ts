import { xml } from "#app/domains/base/text/xml.ts";
import type { ConnectionView } from "../contract/encoder.ts";

/**
 * A profile of Mixxx's Live Broadcasting, as its own `BroadcastProfile::save` writes it; `*.bcp.xml` in the folder
 * `broadcast_profiles`. The password is in the file, since another computer's keychain cannot be written to.
 */
export function mixxxFile({ address, port, mount, password }: ConnectionView, origin: string): string {
  const fields = {
    SecureCredentialsStorage: 0,
    Enabled: 1,
    Host: address,
    Port: port,
    Servertype: "Icecast2",
    Login: "source",
    Password: password,
    EnableReconnect: 1,
    ReconnectPeriod: 5,
    // Endlessly: a set is longer than any number of attempts.
    LimitReconnects: 0,
    MaximumRetries: 10,
    NoDelayFirstReconnect: 1,
    ReconnectFirstDelay: 0,
    Mountpoint: mount,
    StreamName: "Cue",
    StreamDesc: "",
    StreamGenre: "Live Mix",
    StreamPublic: 0,
    StreamWebsite: origin,
    StreamIRC: "",
    StreamAIM: "",
    StreamICQ: "",
    Format: "MP3",
    Bitrate: 192,
    Channels: 2,
    EnableMetadata: 0,
    MetadataCharset: "UTF-8",
    CustomArtist: "",
    CustomTitle: "",
    MetadataFormat: "$artist - $title",
    OggDynamicUpdate: 1,
  };
  const lines = Object.entries(fields).map(([name, value]) => `    <${name}>${xml(`${value}`)}</${name}>\n`);
  return `<!DOCTYPE broadcastprofile>\n<BroadcastProfile>\n${lines.join("")}</BroadcastProfile>\n`;
}
