import { ArrowLeft } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import { useGoBack } from "#app/ui/go-back.ts";

export function BackButton() {
  return (
    <IconButton label="Back" onClick={useGoBack("/")}>
      <ArrowLeft aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
