import { type Demo, demoAccounts, demoBookingStage, demoOnDemandStage } from "#db/seed.ts";
import { devKey } from "./instance/local-vars.ts";
import type { Secrets } from "./instance/secrets.ts";
import { box } from "./progress.ts";
import type { Settings } from "./settings.ts";

/** Returns the text about a copy that has just started. */
export function summarize(settings: Settings, secrets: Secrets, demo: Demo | undefined): string {
  const lines = [`Open      ${settings.origin}`];
  // Only this machine can read email, and a copy that listens on one network address cannot be reached by loopback.
  if (new URL(settings.localAddress).hostname === "localhost") {
    const key = settings.isInNetwork ? `?key=${devKey(secrets)}` : "";
    lines.push(`Mail      ${settings.localAddress}/dev/outbox${key}`);
  }
  if (demo === undefined) return `\n${box(lines)}\n`;

  lines.push(
    `On air    ${settings.origin}/room/${demoBookingStage.customUrl}`,
    `Player    ${settings.origin}/player/stage/${demoBookingStage.customUrl} (without an account)`,
    "",
  );
  for (const { role, username, password } of demoAccounts)
    lines.push(`${role.padEnd(9)} ${username.padEnd(10)} ${password}`);
  const broadcast =
    demo.onDemandStage === undefined
      ? ""
      : `
Broadcast a tone to ${demoOnDemandStage.name} (${settings.origin}/room/${demoOnDemandStage.customUrl}):

${broadcastCommand(settings, demo.onDemandStage)}
`;
  // The command is outside the frame, so that it can be copied.
  return `\n${box(lines)}\n${broadcast}`;
}

/**
 * A command that sends a low, slowly pulsing chord as MP3, frame by frame: nothing in it waits for a buffer to fill.
 */
function broadcastCommand(settings: Settings, connection: { mount: string; password: string }): string {
  const sound =
    "aevalsrc=0.2*(sin(330*PI*t)+sin(415*PI*t)+sin(494*PI*t))*(0.7+0.3*sin(PI*t/2)):s=48000:n=480";
  return [
    `ffmpeg -re -f lavfi -i "${sound}" -ac 2 -c:a libmp3lame -b:a 192k -reservoir 0 -write_xing 0`,
    `-flush_packets 1 -content_type audio/mpeg -f mp3`,
    `icecast://source:${connection.password}@localhost:${settings.ingestPort}/${connection.mount}`,
  ].join(" ");
}
