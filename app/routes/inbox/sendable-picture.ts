import { showToast } from "#app/ui/toast.tsx";

/**
 * A chosen, pasted or dropped file as a picture to send (a data URL): checked as every other picture, and reduced. Null
 * where that is not possible, with a message.
 */
export async function toSendablePicture(file: File): Promise<string | null> {
  const [{ openPicture }, { drawWhole }] = await Promise.all([
    import("#app/domains/base/pictures/ui/open-picture.ts"),
    import("#app/domains/base/pictures/ui/draw-whole.ts"),
  ]);
  const opened = await openPicture(file);
  if ("problem" in opened) {
    showToast("error", opened.problem);
    return null;
  }
  try {
    return await drawWhole(opened.url);
  } catch {
    showToast("error", "Your browser could not read this picture.");
    return null;
  } finally {
    opened.close();
  }
}
