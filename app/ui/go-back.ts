import { useCallback } from "react";
import { useNavigate } from "react-router";

/** Leads to the page before this one, or to `up` where there is none: a page opened by a link has nothing to go back to. */
export function useGoBack(up: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (window.history.state?.idx > 0) void navigate(-1);
    else void navigate(up);
  }, [navigate, up]);
}
