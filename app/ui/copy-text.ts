import { showToast } from "./toast.tsx";

/** Puts `text` on the clipboard, and says `copied` once it is there. */
export async function copyText(text: string, copied = "Copied to clipboard"): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("confirm", copied);
  } catch {
    showToast("error", "Your browser did not allow copying. Select the text and copy it yourself.");
  }
}
