/** The audio files of what was chosen or dropped, folders included. */

const audio = /\.(mp3|flac|m4a|mp4|aac|ogg|oga|opus|wav|wave|aiff?|aifc)$/i;
/** The value of `accept` of a file chooser. */
export const acceptedFiles = "audio/*,.mp3,.flac,.m4a,.aac,.ogg,.oga,.opus,.wav,.aif,.aiff";

/** Hidden files of other systems, such as `._track.mp3`, are no audio. */
export const isAudio = ({ name }: { name: string }) => audio.test(name) && !name.startsWith(".");

/** Throws where a folder can no longer be read. */
export async function filesOfDrop(items: DataTransferItemList): Promise<File[]> {
  // The list is empty once this has waited for anything.
  const entries = [...items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const files: File[] = [];
  for (const entry of entries) {
    if (entry instanceof File) files.push(entry);
    else if (entry !== null) await addEntry(entry, files);
  }
  return files;
}

async function addEntry(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (entry.isFile) {
    if (!isAudio(entry)) return;
    files.push(
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    );
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // About a hundred at a time, until none is left.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const each of some) await addEntry(each, files);
  }
}

/** The browser's folder picker, where it can open a folder again later. */
export type FolderPicker = (options?: { id?: string; mode?: "read" }) => Promise<FileSystemDirectoryHandle>;
type Reopened = FileSystemDirectoryHandle & {
  values(): AsyncIterable<FileSystemHandle>;
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
};

export const folderPicker = (): FolderPicker | null => {
  const picker = (globalThis as { showDirectoryPicker?: FolderPicker }).showDirectoryPicker;
  return picker === undefined ? null : picker.bind(globalThis);
};

/** Asks for a folder that was chosen before this page was loaded. */
export async function mayReadAgain(folder: FileSystemDirectoryHandle): Promise<boolean> {
  return (await (folder as Reopened).requestPermission?.({ mode: "read" })) === "granted";
}

export async function filesOfFolder(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const files: File[] = [];
  for await (const each of (folder as Reopened).values()) {
    if (each.kind === "directory") files.push(...(await filesOfFolder(each as FileSystemDirectoryHandle)));
    else if (isAudio(each)) files.push(await (each as FileSystemFileHandle).getFile());
  }
  return files;
}
