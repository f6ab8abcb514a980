import { createContext } from "react-router";
import type { AppContext } from "./context.ts";

/** The context of loaders: `context.get(appContext)`. Set by `workers/pages.ts` for every page request. */
export const appContext = createContext<AppContext>();

/** The nonce with which this response's Content-Security-Policy allows scripts and styles. */
export const nonceContext = createContext<string>();
