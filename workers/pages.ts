import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { appContext, nonceContext } from "#app/router-context.ts";
import type { HonoEnv } from "./hono.ts";

const render = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);

/** All other paths: server-rendered React Router pages. */
export const pages = new Hono<HonoEnv>();

pages.all("*", (c) => {
  const context = new RouterContextProvider();
  context.set(appContext, c.get("app"));
  context.set(nonceContext, c.get("secureHeadersNonce") ?? "");
  return render(c.req.raw, context);
});
