import { expect, test } from "vitest";
import { signCall } from "./signature.ts";

test("a call is signed over its parameters by name and the secret, without its format", () => {
  // md5("api_keyxxxxxxxxmethodauth.getSessiontokenyyyyyyilovecher"), the example of https://www.last.fm/api/webauth.
  const parameters = { token: "yyyyyy", method: "auth.getSession", api_key: "xxxxxxxx", format: "json" };
  expect(signCall(parameters, "ilovecher")).toBe("1333ebf6f7dec747486b6ce965cca66b");
});

test("text that is not ASCII is signed as UTF-8", () => {
  expect(signCall({ artist: "Žurka", track: "日本" }, "s")).toBe("26ded9e411aeddd71eddba9c8fa69340");
});
