import { useEffect, useRef, useState } from "react";
import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import type { Charset } from "#app/domains/base/text/charset/undeclared.ts";
import { PageWorker } from "#app/page-worker.ts";
import { addToCrateCall } from "../calls.ts";
import type { CrateTrackView } from "../contract.ts";
import { filesOfFolder, isAudio, mayReadAgain } from "../crate/collect-files.ts";
import { CrateRun, type CrateRunDeps, type CrateRunState } from "../crate/crate-run.ts";
import {
  endUnfinished,
  fileKey,
  readDone,
  readUnfinished,
  rememberDone,
  type Unfinished,
  writeUnfinished,
} from "../crate/done-files.ts";
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with the address of a file of its own
import readerUrl from "../crate/reader.worker.ts?worker&url";

const tooManyMs = 60_000;

/** Null where it is no use to send the same again. */
function retryAfterMs(error: unknown): number | null {
  if (!(error instanceof ApiFailure)) return 0;
  if (error.status === 429) return error.retryAfterMs ?? tooManyMs;
  if (error.status === 0 || error.status >= 500) return 0;
  showFailure(error);
  return null;
}

const isPhone = () => window.matchMedia("(pointer: coarse)").matches;

const openReader: CrateRunDeps["openReader"] = (handlers) => new PageWorker(readerUrl, "cue-crate", handlers);

export const isOver = ({ total, done, failed }: CrateRunState) => done + failed.length >= total;

/** Takes files into the viewer's crate, for as long as its component is shown. */
export function useCrateRun({
  user,
  tracks,
  asksAcoustId,
  onAdded,
}: {
  user: string;
  asksAcoustId: boolean;
  /** Tracks in the crate. */
  tracks: readonly CrateTrackView[];
  onAdded: (tracks: CrateTrackView[]) => void;
}) {
  const [state, setState] = useState<CrateRunState | null>(null);
  const [ignored, setIgnored] = useState(0);
  /** The unfinished work of a page that was closed. */
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null);
  const run = useRef<CrateRun | null>(null);
  const folder = useRef<FileSystemDirectoryHandle | null>(null);
  const done = useRef(new Map<string, string>());
  const inCrate = useRef(new Set<string>());
  const tell = useRef(onAdded);
  useEffect(() => {
    inCrate.current = new Set(tracks.map(({ id }) => id));
    tell.current = onAdded;
  }, [tracks, onAdded]);

  const keep = (now: CrateRunState) => {
    setState(now);
    if (isOver(now)) void endUnfinished(user);
    else void writeUnfinished({ user, total: now.total, done: now.done, folder: folder.current });
  };
  const start = () =>
    new CrateRun({
      openReader,
      isPhone: isPhone(),
      asksAcoustId,
      send: async (sent) => (await callApi(addToCrateCall, { tracks: sent })).tracks,
      retryAfterMs,
      isKnown: (file) => inCrate.current.has(done.current.get(fileKey(user, file)) ?? ""),
      onAdded: (pairs) => {
        const files = pairs.map(({ file, track }) => ({ key: fileKey(user, file), track: track.id }));
        for (const { key, track } of files) {
          done.current.set(key, track);
          inCrate.current.add(track);
        }
        void rememberDone(files);
        tell.current(pairs.map(({ track }) => track));
      },
      onChange: keep,
    });

  useEffect(() => {
    void readUnfinished(user).then(setUnfinished);
    return () => run.current?.close();
  }, [user]);
  useEffect(() => {
    const retry = () => run.current?.retry();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);

  const add = async (chosen: readonly File[], from: FileSystemDirectoryHandle | null = null) => {
    const files = chosen.filter(isAudio);
    setIgnored(chosen.length - files.length);
    if (files.length === 0) return;
    setUnfinished(null);
    done.current = new Map([...(await readDone(user)), ...done.current]);
    folder.current = from;
    if (run.current === null || isOver(run.current.state)) {
      run.current?.close();
      run.current = start();
    }
    run.current.add(files);
  };
  const continueFolder = async () => {
    const last = unfinished?.folder;
    if (last && (await mayReadAgain(last))) await add(await filesOfFolder(last), last);
  };
  return {
    state,
    ignored,
    unfinished,
    add,
    continueFolder,
    setPaused: (isPaused: boolean) => run.current?.setPaused(isPaused),
    retry: () => run.current?.retry(),
    chooseCharset: (charset: Charset | null) => run.current?.chooseCharset(charset),
    acceptNames: () => run.current?.acceptNames(),
  };
}
