import { expect, test } from "vitest";
import { isPushEndpoint } from "./push-endpoint.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD",
  "https://push.example:443/x",
])("%s is an allowed push endpoint", (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true);
});

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://localhost/x",
  "https://app.localhost/x",
  "https://localhost./x",
  "https://127.0.0.1/x",
  "https://127.1/x",
  "https://2130706433/x",
  "https://0x7f.0.0.1/x",
  "https://0177.0.0.1/x",
  "https://10.0.0.8/x",
  "https://169.254.169.254/latest/meta-data",
  "https://192.168.1.1/x",
  "https://8.8.8.8/x",
  "https://[::1]/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://[fd00::1]/x",
  "https://printer/x",
  "https://router.lan/x",
  "https://metadata.google.internal/x",
  "https://nas.local/x",
  "https://user:secret@push.example/x",
  "https://push.example:8443/x",
  "https://push.example:22/x",
  "ftp://push.example/x",
  "javascript:alert(1)",
  "data:text/plain,x",
  "//push.example/x",
  "push.example",
  "",
])("%s is not an allowed push endpoint", (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false);
});
