import { showToast } from "#app/ui/toast.tsx";

/**
 * A chosen, pasted or dropped file as a picture that can be sent (a data URL): checked as every other picture is, and
 * made small. Null where it cannot be, which is said.
 */
export async function toSendablePicture(file: File): Promise<string | null> {
  const [{ openPicture }, { drawWhole }] = await Promise.all([
    import("#app/domains/pictures/ui/open-picture.ts"),
    import("#app/domains/pictures/ui/draw-whole.ts"),
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
