import { showToast } from "./toast.tsx";

/** Copies `text` to the clipboard, and shows `copied` as the confirmation. */
export async function copyText(text: string, copied = "Copied to clipboard"): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("confirm", copied);
  } catch {
    showToast("error", "Your browser did not allow copying. Select the text and copy it yourself.");
  }
}
