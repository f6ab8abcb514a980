/** A page that reads files as the page of a crate does: with the product's own worker, one file at a time. */
import { decodeOnPage } from "#app/domains/music/recognition/crate/page-decoder.ts";
import type { FromReader, ToReader } from "#app/domains/music/recognition/crate/wire.ts";

const reader = new Worker(
  new URL("../../../../app/domains/music/recognition/crate/reader.worker.ts", import.meta.url),
  { type: "module" },
);

/** Returns how many of the chosen files became tracks. */
async function readFiles(asksAcoustId: boolean): Promise<number> {
  let tracks = 0;
  const files = document.querySelector("input")?.files ?? [];
  for (const [id, file] of Array.from(files).entries()) if (await readFile(id, file, asksAcoustId)) tracks++;
  return tracks;
}

function readFile(id: number, file: File, asksAcoustId: boolean): Promise<boolean> {
  const tell = (message: ToReader, transfer: Transferable[] = []) => reader.postMessage(message, transfer);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  reader.onerror = () => reject(new Error("the reader has ended"));
  reader.onmessage = ({ data }: MessageEvent<FromReader>) => {
    if (data.kind !== "decode") return resolve(data.kind === "track");
    void decodeOnPage(file, { durationMs: data.durationMs, isPhone: false }).then((answer) =>
      typeof answer === "string"
        ? tell({ kind: "no-sound", id, reason: answer })
        : tell({ kind: "sound", id, ...answer }, [answer.sound.buffer]),
    );
  };
  tell({ kind: "read", id, file, asksAcoustId });
  return promise;
}

declare global {
  interface Window {
    readFiles: typeof readFiles;
  }
}
window.readFiles = readFiles;
