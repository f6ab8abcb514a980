import { useCallback } from "react";
import { useNavigate } from "react-router";

/** Returns to the page before this one, or to `up` where there is none: a page opened by a link has no history. */
export function useGoBack(up: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (window.history.state?.idx > 0) void navigate(-1);
    else void navigate(up);
  }, [navigate, up]);
}
