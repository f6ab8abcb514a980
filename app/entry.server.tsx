import { renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { PlayerProvider } from "./player/player-provider.tsx";
import { Player } from "./player/store.ts";
import { nonceContext } from "./router-context.ts";

/**
 * Pages are rendered whole: in workerd that costs a quarter of streaming them. The nonce is the one in this response's
 * Content-Security-Policy; React Router puts it on every script and style it writes.
 *
 * React Router sends the loaders' data in a stream that its own component writes between Suspense boundaries. A whole
 * render never returns to those, and the page would wait for its data forever: so the stream is read here and written
 * after the page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext);
  const { serverHandoffStream, ...whole } = entry;
  const html = renderToString(
    <PlayerProvider player={new Player()}>
      <ServerRouter context={whole} url={request.url} nonce={nonce} />
    </PlayerProvider>,
  );
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${withData(html, data, nonce)}`, { status, headers });
}

function withData(html: string, data: string, nonce: string): string {
  const controller = "window.__reactRouterContext.streamController";
  const script = `${controller}.enqueue(${toScriptText(data)});${controller}.close();`;
  const end = html.lastIndexOf("</body>");
  return `${html.slice(0, end)}<script nonce="${nonce}">${script}</script>${html.slice(end)}`;
}

const unsafeInScript: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A JSON string that cannot end the script that contains it. */
function toScriptText(text: string): string {
  return JSON.stringify(text).replace(/[&><\u2028\u2029]/g, (char) => unsafeInScript[char] ?? char);
}
