import { renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext } from "./router-context.ts";

/**
 * Pages are rendered whole: in workerd that costs a quarter of streaming them. The nonce is the one that this
 * response's Content-Security-Policy names; React Router puts it on every script and style it writes.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext);
  const html = renderToString(<ServerRouter context={entry} url={request.url} nonce={nonce} />);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
