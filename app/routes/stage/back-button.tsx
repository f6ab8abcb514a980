import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "#app/ui/button.tsx";

export function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    // A page opened by a link has nothing to go back to.
    if (window.history.state?.idx > 0) void navigate(-1);
    else void navigate("/");
  };
  return (
    <IconButton label="Back" onClick={goBack}>
      <ArrowLeft aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
