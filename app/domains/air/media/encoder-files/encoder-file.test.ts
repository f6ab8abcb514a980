import { expect, test } from "vitest";
import { EncoderProgram } from "../contract/guides.ts";
import { writeEncoderFile } from "./encoder-file.ts";

const programs = Object.values(EncoderProgram.def.entries);
const connection = { address: "in.cue.example", port: 1337, mount: "pk7m2", password: "s3cret" };
const textOf = (program: EncoderProgram, values = connection) =>
  writeEncoderFile(program, values, "https://cue.example").text;

/** Sections of an ini file as BUTT reads it: `name = value`, and `#` starts a comment. */
function readIni(text: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  let section: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name] = /^\[(.+)\]$/.exec(line) ?? [];
    if (name !== undefined) {
      section = {};
      sections[name] = section;
      continue;
    }
    const [, key, value] = /^(\w+) = ?(.*)$/.exec(line) ?? [];
    if (key !== undefined) section[key] = value ?? "";
  }
  return sections;
}

test("every program gets a configuration file with the complete connection", () => {
  const files = programs.map((program) => writeEncoderFile(program, connection, ""));
  expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(programs.length);
  for (const { fileName, text } of files) {
    expect(fileName).toMatch(/^[\w.-]+$/);
    for (const value of Object.values(connection)) expect(text).toContain(`${value}`);
    expect(text).not.toContain(`/${connection.mount}`);
    expect(text).toMatch(/[^\n]\n$/);
  }
});

test("a program that can reconnect does so endlessly", () => {
  expect(textOf("butt")).toContain("\nforce_reconnecting = 1\n");
  for (const line of ["<EnableReconnect>1<", "<LimitReconnects>0<"]) expect(textOf("mixxx")).toContain(line);
  expect(textOf("liquidsoap")).toContain("on_error=fun (_) -> 3.,");
});

test("the BUTT file has one selected Icecast server", () => {
  const { main, audio, Cue } = readIni(textOf("butt"));
  expect(main).toMatchObject({ server: "Cue", srv_ent: "Cue", num_of_srv: "1" });
  expect(audio).toMatchObject({ codec: "mp3", samplerate: "44100", channel: "2" });
  expect(Cue).toEqual({
    address: connection.address,
    port: "1337",
    password: connection.password,
    type: "1",
    tls: "0",
    mount: connection.mount,
    usr: "source",
  });
});

test("the Mixxx file is an Icecast 2 profile with the password and UTF-8 titles", () => {
  const text = textOf("mixxx");
  expect(text).toMatch(/^<!DOCTYPE broadcastprofile>\n<BroadcastProfile>\n/);
  const fields = Object.fromEntries([...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, k, v]) => [k, v]));
  expect(fields).toMatchObject({
    SecureCredentialsStorage: "0",
    Host: connection.address,
    Port: "1337",
    Servertype: "Icecast2",
    Login: "source",
    Password: connection.password,
    Mountpoint: connection.mount,
    Format: "MP3",
    MetadataCharset: "UTF-8",
  });
});

test("the Traktor file has only broadcasting settings, with numbers as numbers", () => {
  const entries = [...textOf("traktor").matchAll(/<Entry Name="([^"]+)" Type="(\d)" Value="([^"]*)">/g)].map(
    ([, name, type, value]) => `${name} ${type} ${value}`,
  );
  expect(entries).toEqual([
    `Broadcast.IcecastServer.Address 3 ${connection.address}`,
    "Broadcast.IcecastServer.Bitrate 1 192000",
    `Broadcast.IcecastServer.MountPath 3 ${connection.mount}`,
    `Broadcast.IcecastServer.Password 3 ${connection.password}`,
    "Broadcast.IcecastServer.Port 1 1337",
    "Broadcast.IcecastServer.Samplerate 1 44100",
  ]);
});

test("the VirtualDJ file has one radio server", () => {
  expect(textOf("virtualdj")).toBe(
    '<broadcastServers><server name="Cue" format="1" bitrate="192" url="in.cue.example" port="1337" mount="pk7m2" login="source" password="s3cret" /></broadcastServers>\n',
  );
});

test("the Liquidsoap file has one output to the mount", () => {
  const text = textOf("liquidsoap");
  for (const line of ['host="in.cue.example",', "port=1337,", 'password="s3cret",', 'mount="pk7m2",'])
    expect(text).toContain(line);
});

test("XML files escape special characters", () => {
  const hostile = { ...connection, address: `a"b<c>&d` };
  for (const program of ["mixxx", "traktor", "virtualdj"] as const) {
    expect(textOf(program, hostile)).toContain("a&quot;b&lt;c&gt;&amp;d");
  }
});
