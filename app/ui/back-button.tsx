import { ArrowLeft } from "lucide-react";
import { IconButton } from "./button.tsx";
import { useGoBack } from "./go-back.ts";

/** Returns to the previous page in this tab, otherwise to the home page. */
export function BackButton() {
  return (
    <IconButton label="Back" onClick={useGoBack("/")}>
      <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </IconButton>
  );
}
